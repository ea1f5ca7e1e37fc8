"""What the value `parent_type` of a memory says."""

FROM_CELL = "memcell"  # it was made of a memory cell; `parent_id` is the cell's id
