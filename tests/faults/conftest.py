from tests.distributed.conftest import in_bucket as in_bucket
from tests.distributed.conftest import stack as stack
from tests.distributed.conftest import standing_stack as standing_stack
from tests.system.conftest import launch as launch
from tests.system.conftest import mortal as mortal
from tests.system.conftest import victim as victim
