"""What opens a Chinese sentence without saying anything. Chinese is quoted, not told in the third person."""

import re

OPENERS = re.compile(
    r"\A(?:(?:[哦啊噢喔嗯]{1,3}[，,、]?)?(?:对了|顺便(?:说|提|问)一?[下句嘴]|另外|话说|(?:还有|再说)一?[件个]?事儿?"
    r"|还有一点|下一?[个件](?:事|问题|点)|不用?了?[，, ]?谢谢[你您]?|好的?[，, ]?谢谢[你您]?)[，,！!。：:～~ ]+)+"
)
