"""Client of EverOS-Django."""
