from tests.system.conftest import launch as launch
from tests.system.conftest import mortal as mortal
from tests.system.conftest import victim as victim
