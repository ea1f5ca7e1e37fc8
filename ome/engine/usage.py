"""What a strategy has done and cost so far: added up as it happens."""

from typing import Any

from django.db.models import F

from ome.models import StrategyAccount


def charge(strategy: str, **numbers: float) -> None:
    """Adds to the named columns of the strategy's account, which is made when there is none."""
    account = StrategyAccount.objects.filter(pk=strategy)
    if not account.update(**raised_by(numbers)):
        StrategyAccount.objects.bulk_create([StrategyAccount(strategy=strategy)], ignore_conflicts=True)
        account.update(**raised_by(numbers))


def raised_by(numbers: dict[str, Any]) -> dict[str, Any]:
    """For an update: each column becomes what is in the row and so much more."""
    return {name: F(name) + number for name, number in numbers.items()}
