/** The arrays of `get`, by the kind of memory that is listed. */
export const ARRAYS = {
    episode: "episodes",
    profile: "profiles",
    agent_case: "agent_cases",
    agent_skill: "agent_skills",
    foresight: "foresights",
    atomic_fact: "atomic_facts",
};
