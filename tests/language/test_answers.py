"""What people say of themselves only by answering."""

import pytest

from memory.language.answers import named_after, question_answered, stated, with_noun

STATED = [
    ("Where do you live now?", "Leipzig.", "I live in Leipzig."),
    ("Where are you from originally?", "From Porto, actually", "I am from Porto."),
    ("So what do you do?", "Nurse at St. Mary's", "I work as a nurse."),
    ("Where do you work?", "At Siemens, since May.", "I work at Siemens."),
    ("How old are you?", "34, believe it or not", "I am 34 years old."),
    ("When's your birthday?", "The 3rd of March.", "My birthday is 3rd of March."),
    ("Do you have any allergies?", "Yes, peanuts.", "I am allergic to peanuts."),
    ("Any food allergies I should know of?", "Only shellfish", "I am allergic to shellfish."),
    ("Are you allergic to anything?", "Yes! Cats and horses.", "I am allergic to cats and horses."),
    ("Do you have hay fever?", "Every spring, it's awful", "I have hay fever."),
    ("Your cat?", "Yes, Quark, grey, eleven years old.", "My cat is called Quark."),
    ("What's your dog called?", "Miso.", "My dog is called Miso."),
    ("what's your dog's name?", "miso", "My dog is called Miso."),
    ("Do you have kids?", "Two, a boy and a girl", "I have two kids."),
    ("Do you have any pets?", "A cat called Miso", "I have a cat called Miso."),
    ("What languages do you speak?", "Greek and Spanish.", "I speak Greek and Spanish."),
    ("What are you studying?", "Marine biology", "I study marine biology."),
    ("Any hobbies?", "Climbing, mostly.", "I do climbing, mostly."),
    ("Any dietary requirements?", "Vegan, please", "I am vegan."),
    ("Are you a vegetarian?", "Yes, since 2019.", "I am a vegetarian."),
    ("Do you play the violin?", "Yeah", "I play the violin."),
    ("Wo wohnst du jetzt?", "In Fürth.", "Ich wohne in Fürth."),
    ("Was machst du beruflich?", "Hebamme, im Klinikum", "Ich arbeite als Hebamme."),
    ("Hast du Allergien?", "Ja, Nüsse.", "Ich bin allergisch gegen Nüsse."),
    ("Haben Sie Kinder?", "Zwei.", "Ich habe zwei Kinder."),
    ("Wie heißt deine Katze?", "Pepe", "Meine Katze heißt Pepe."),
    ("Bist du Vegetarierin?", "Ja, seit drei Jahren.", "Ich bin Vegetarierin."),
    ("¿Dónde vives ahora?", "En Soria", "Vivo en Soria."),
    ("¿A qué te dedicas?", "Enfermera", "Trabajo de enfermera."),
    ("¿Tienes alguna alergia?", "Sí, a los frutos secos.", "Tengo alergia a frutos secos."),
    ("¿Cómo se llama tu perro?", "Curro", "Mi perro se llama Curro."),
    ("¿Tienes hijos?", "Dos, de tres y cinco años", "Tengo dos hijos."),
    ("你现在住在哪里？", "成都", "我住在成都。"),
    ("您对什么药过敏吗？", "青霉素", "我对青霉素过敏。"),
    ("你的猫叫什么？", "豆包", "我的猫叫豆包。"),
    ("你有孩子吗？", "两个，一儿一女", "我有两个孩子。"),
    ("Any medical conditions?", "Asthma, since childhood", "I have asthma."),
    ("And the dog?", "Rex stays with my mum", "My dog is called Rex."),
    ("Haben Sie Vorerkrankungen?", "Asthma, seit der Kindheit.", "Ich habe Asthma."),
    ("Und der Hund?", "Pelle bleibt bei Papa", "Meine Hund heißt Pelle."),
    ("¿Cuántos años tiene?", "Sesenta y ocho.", "Tengo sesenta y ocho años."),
    ("¿Y el perro?", "Roco se viene, claro.", "Mi perro se llama Roco."),
    ("有什么病史吗？", "高血压", "我有高血压。"),
    ("你吃素吗？", "对，三年了", "我吃素。"),
    (
        "How old are you, and what do you do?",
        "39. Air traffic controller, so shifts",
        "I am 39 years old. I work as an air traffic controller.",
    ),
    ("请问您的年龄和职业？", "四十八，在中学教语文", "我今年四十八岁。 我在中学教语文。"),
    (
        "Any allergies or medical conditions?",
        "Peanuts and asthma",
        "I am allergic to peanuts. I have asthma.",
    ),
    ("Any allergies?", "Yes, peanuts, mostly raw", "I am allergic to peanuts."),
    ("still in Leith?", "yeah till the lease is up", "I live in Leith."),
    ("Do you live in Leith or Fife now?", "Fife.", "I live in Fife."),
    ("And your cats?", "Pickle and Mustard come too", "My cats are called Pickle and Mustard."),
    ("¿Hay algo que no puedas comer?", "Lactosa.", "No como lactosa."),
    ("Are you still not eating dairy?", "mum it's an ALLERGY", "I am allergic to dairy."),
    ("What did the biopsy show?", "Coeliac disease. No more bread", "I have coeliac disease."),
    ("Wohnt ihr jetzt in Fürth oder noch Nürnberg?", "Fürth. Mira wollte raus", "Ich wohne in Fürth."),
    ("Noch in Jena?", "Ja, klar", "Ich wohne in Jena."),
    ("Und die Katze?", "Pepe hat sich versteckt", "Meine Katze heißt Pepe."),
    ("Na, was hat die Magenspiegelung ergeben?", "Zöliakie. Nie wieder Brot", "Ich habe Zöliakie."),
    ("¿Y sigues en Murcia?", "Sí, claro", "Vivo en Murcia."),
    ("¿Qué te ha dicho el médico?", "Que es artrosis", "Tengo artrosis."),
    ("¿Qué haces los jueves?", "Ajedrez, mujer.", "Me gusta ajedrez."),
    ("你还在北京吗？", "在呀", "我住在北京。"),
    ("请问您的地址是？", "江北区云栖苑三栋。", "我住江北区云栖苑三栋。"),
]
NOT_STATED = [
    ("And the cat?", "Asleep."),
    ("Und die Katze?", "Müde, wie immer."),
    ("¿Y el perro?", "Loco, como siempre."),
    ("Was hat der Tierarzt gesagt?", "Diabetes. Der arme Kater."),
    ("Wo wohnst du jetzt?", "Übergangsweise bei Mama."),
    ("¿A qué te dedicas?", "A sobrevivir, hija."),
    ("你住哪里？", "暂时住酒店。"),
    ("Are you living in Leeds or York these days?", "Neither, I'm stuck at the airport."),
    ("Wohnst du jetzt in Fürth oder in Nürnberg?", "Weder noch, ich sitze im Zug."),
    ("Wohnst du jetzt in Fürth oder in Nürnberg?", "Beides."),
    ("¿Vives en Murcia o en Lorca?", "Ninguna."),
    ("Do you have any allergies?", "Not that I know of."),
    ("Do you have any allergies?", "No, peanuts are fine."),
    ("Do you have any allergies?", "Several."),
    ("Do you have any allergies?", "Peanuts make me swell up."),
    ("Are you a vegetarian?", "Why do you ask?"),
    ("Are you a vegetarian?", "My sister is."),
    ("Where do you live?", "Guess!"),
    ("What's your dog called?", "I haven't decided yet"),
    ("Is Ann allergic to peanuts?", "Yes."),
    ("How are you?", "Miso."),
    ("Hast du Allergien?", "Keine."),
    ("Hast du Allergien?", "Nein, Nüsse gehen."),
    ("¿Tienes alguna alergia?", "No, nada."),
    ("¿Dónde vives?", "Donde siempre"),
    ("你有什么过敏吗？", "没有"),
    ("你住在哪里？", "不告诉你"),
    ("What do you do?", "This and that"),
    ("Still in Leith?", "No, in Fife"),
    ("And the cat?", "Nobody knows"),
    ("Und die Katze?", "Mama hat sie mitgenommen"),
    ("¿Qué haces los jueves?", "Trabajo"),
    ("你还在北京吗？", "不在了"),
    ("And the dog?", "In the garden"),
    ("Where do you live?", ""),
]


@pytest.mark.parametrize(("question", "answer", "sentence"), STATED)
def test_an_answer_makes_a_sentence_of_its_question(question: str, answer: str, sentence: str) -> None:
    assert stated(question, answer) == sentence


@pytest.mark.parametrize(("question", "answer"), NOT_STATED)
def test_other_answers_say_nothing(question: str, answer: str) -> None:
    assert stated(question, answer) == ""


def test_the_question_is_found_among_others() -> None:
    questions = ["Your cat?", "What have you noticed?"]
    assert question_answered(questions, "Yes, Quark, grey.") == "Your cat?"
    assert question_answered(questions, "He drinks a lot.") == ""


@pytest.mark.parametrize(
    ("said", "question", "expected"),
    [
        ("We got a cat yesterday!", "What's she called?", "What's she (the cat) called?"),
        ("I have a new girlfriend", "What's her name?", "What's her name (the girlfriend)?"),
        ("Ich hab mir eine Katze geholt", "Wie heißt sie denn?", "Wie heißt sie (Katze) denn?"),
        ("Hemos adoptado un gato", "¿Cómo se llama?", "¿Cómo se llama (gato)?"),
        ("我昨天领养了一只猫！", "叫什么名字？", "叫什么名字（猫）？"),
        ("My neighbour has a dog", "What's he called?", "What's he called?"),
        ("My sister had her baby", "What's her name?", "What's her name?"),
        ("My cat hates my dog", "What's she called?", "What's she called?"),
        ("We got a cat yesterday!", "What's it like?", "What's it like?"),
    ],
)
def test_a_question_for_a_name_gets_its_noun(said: str, question: str, expected: str) -> None:
    assert with_noun(question, said) == expected


@pytest.mark.parametrize(
    ("before", "sentence", "expected"),
    [
        ("We got a dog!", "She's a whippet called Biscuit, four years old.", "My dog is called Biscuit."),
        ("I have a daughter.", "Her name is Ronja.", "My daughter is called Ronja."),
        ("Ich hab mir einen Hund geholt!", "Er heißt Paul und ist ein Dackel.", "Meine Hund heißt Paul."),
        ("Hemos adoptado un gato.", "Se llama Curro.", "Mi gato se llama Curro."),
        ("我养了一只猫！", "叫豆包，橘色的", "我的猫叫豆包。"),
        ("My neighbour has a dog.", "He's called Rex.", ""),
        ("We got a dog!", "She's so sweet.", ""),
        ("My cat hates my dog.", "He's called Rex.", ""),
    ],
)
def test_a_name_in_the_next_sentence(before: str, sentence: str, expected: str) -> None:
    assert named_after(sentence, before) == expected
