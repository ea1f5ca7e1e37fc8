import httpx


def test_it_answers(url: str):
    assert httpx.get(f"{url}/health").status_code == 200
