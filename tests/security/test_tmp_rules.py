from tests.security.patterns import everything
from tests.security.test_patterns import SUSPICIOUS, worst_text
def test_x():
    bad=[]
    for f in everything():
        if any(x in f.where for x in ("calendar","agreement","certainty","statements","retelling","language/sentences","third_person","extract_foresight","atomic_facts/rules","profile/rules","user_profile/languages","headlines","_dates")):
            row,took=worst_text(f)
            if took>SUSPICIOUS/3: bad.append((f.where,took,str(row)[:80]))
    assert not bad, bad
