"""The methods of both clients."""

from everos import _lists, _sessions, _tools, _v1, types
from everos._call import Method, Pages


class Methods:
    """One line a call; what it takes and answers is with its description."""

    # conversations
    add = Method(_v1.add)
    flush = Method(_v1.flush)
    # single statements
    remember = Method(_tools.remember)
    recall = Method(_tools.recall)
    read = Method(_tools.read)
    # finding and listing
    search = Method(_v1.search)
    get = Method(_v1.get)
    profile = Method(_v1.profile)
    episodes = Pages(_lists.listed("episode", "user_id", "episodes", types.Episode))
    facts = Pages(_lists.listed("atomic_fact", "user_id", "atomic_facts", types.Fact))
    foresights = Pages(_lists.listed("foresight", "user_id", "foresights", types.Foresight))
    cases = Pages(_lists.listed("agent_case", "agent_id", "agent_cases", types.AgentCase))
    skills = Pages(_lists.listed("agent_skill", "agent_id", "agent_skills", types.AgentSkill))
    # one memory
    memory = Method(_v1.memory)
    history = Method(_v1.history)
    edit = Method(_v1.edit)
    verify = Method(_v1.verify)
    # forgetting
    delete = Method(_v1.delete)
    receipt = Method(_v1.receipt)
    # sessions of agent frameworks
    session_items = Method(_sessions.session_items)
    add_session_items = Method(_sessions.add_session_items)
    pop_session_item = Method(_sessions.pop_session_item)
    clear_session = Method(_sessions.clear_session)
    # the server
    token = Method(_v1.token)
    health = Method(_v1.health)
    request = Method(_v1.request)
