"""Whether keys keep to what they are for: canaries of many owners, looked for with everybody's key."""
