"""What somebody asks of an assistant for good, and what only once."""

import pytest

from ome.strategies.extract_user_profile.rules import claims_of
from tests.ome.users import known, says, talk

FOR_GOOD = """
Please don't phone me, just send a text.
And please don't phone me, just send a text.
We use tabs, not spaces.
And we use tabs, not spaces.
Next time please run the tests before you push.
Don't touch the public API.
Yes but don't touch the public API of loader.py, two other teams depend on it.
From now on send me the list as a table.
No bullet points, please.
Don't give me such long lists.
Keep your answers short.
Keep it brief.
Answer in German.
Comments in English, please.
Use metric units.
Don't push without asking me.
Never book anything before talking to me.
Call me, but not before nine.
I don't use email, so please call me.
Always check the opening hours.
For next time, always post the numbers in the ticket.
Könnt ihr mich bitte nur per SMS anschreiben, ich bin schwerhörig.
Siempre en tablas, que Joaquín no lee otra cosa.
以后每次部署前先跑一遍测试，再告诉我结果。
We write Python rather than Java.
Duz mich ruhig.
Ja bitte, und duz mich ruhig.
Bitte keine ewig langen Absätze.
Ich bin übrigens Legasthenikerin, also bitte keine ewig langen Absätze.
Merk dir bitte: wir nehmen pnpm, nicht npm.
Kommentiere Code immer auf Englisch.
Und kommentiere Code immer auf Englisch, sonst meckert unsere Chefin.
Rufen Sie mich bitte an, aber nicht vor neun.
Antworte kurz.
Schreib die Kommentare auf Englisch.
Sie dürfen mich gerne duzen.
Bitte rufen Sie mich nicht an.
Nächstes Mal lass bitte erst die Tests laufen.
Schreiben Sie mir bitte nur per SMS.
Kommentare bitte auf Englisch.
Ändere die Tests nicht.
Keine Emojis bitte.
No uso correo, mándemelo por WhatsApp.
Y cuéntemelo sin tanta lista, que me lío.
La próxima vez ejecuta los tests antes de subir nada.
Tutéame, por favor.
Usamos pnpm, no npm.
Nada de emojis.
No toques la API pública.
Respóndeme en inglés.
Siempre revisa las fechas.
No me llames por la mañana.
Los comentarios en inglés, por favor.
Llámeme, pero nunca antes de las diez.
以后回复简短一点，不用列表。
对了，以后回复简短一点，不用列表。
变量名请用英文，注释用中文。
下次用psycopg，别用subprocess。
另外我不喜欢用subprocess，下次用psycopg。
别用表情。
请不要给我打电话，发短信就行。
我们用pnpm，不用npm。
用中文回答。
下次先跑测试再提交。
回答简短一点。
别动公共接口。
以后叫我小王，不用您。
我眼睛不好，你说话也说短一点。
还有你们客服别再给我打推销电话了，我已经说过三次了。
""".strip().splitlines()

ONCE = """
Please book the table.
Don't forget the milk.
Call me at five.
Call me when you get there.
Text me the address.
Write a short poem about my cat.
Give me a list of restaurants.
Translate this into Spanish, please.
Answer this in German.
Send me the report by email.
We use the car, not the bus.
We went by train, not by plane.
Next time I'll take the bus.
Don't call me tonight.
Don't touch that.
Don't change the subject.
Keep it up.
Make it short notice.
No comments yet.
Never mind.
No problem.
Please run the tests.
Delete the old branch.
My boss never calls me.
Could you call me on my mobile?
I keep lists.
There are no tables free.
Use the back door.
Put the dates in the calendar.
Keep the receipt.
I write short stories.
She said we use tabs, not spaces, but I don't know.
Bitte buch den Tisch.
Vergiss die Milch nicht.
Ruf mich um fünf an.
Ruf mich heute bitte nicht an.
Schreib mir eine kurze Mail.
Fass das bitte kurz zusammen.
Schick mir die Liste per Mail.
Ich schreibe immer kurze Mails.
Ich mache immer Fehler.
Wir nehmen das Auto, nicht den Bus.
Nächstes Mal nehme ich den Bus.
Ich habe keine Tabellen.
Übersetze diesen Text auf Englisch.
Bitte führe die Tests aus.
Sag ihm das immer wieder.
Nie wieder Karneval.
Es gibt keine Listen.
Mein Chef schreibt immer auf Englisch.
Meine Kollegen duzen mich.
Wir nehmen Tomaten, nicht Gurken.
Reserva la mesa, por favor.
No olvides la leche.
Llámame a las cinco.
Llámeme cuando llegue.
Escríbeme un poema corto.
Mándame la lista.
No me llames hoy.
La próxima vez voy en tren.
Mi hermano siempre llama tarde.
Hazme una tabla con los precios.
Traduce este texto.
Salimos sin rodeos.
Usamos el coche, no el tren.
Siempre como en casa.
Nunca me llama.
Paso la próxima semana.
请订一张桌子。
别忘了牛奶。
五点给我打电话。
今天别给我打电话。
以后再说吧。
下次见。
下次我请你。
以后我想住海边。
把这段翻译成英文。
写一首短诗。
给我列个表格。
文档用英文写的。
我们用车，不用你来接。
他以后用英文写。
明天发短信给我。
""".strip().splitlines()


def instructions(said: str, *, to_assistant: bool = True) -> list[str]:
    claims = claims_of([f"Maya: {said}"], ["maya"], to_assistant=to_assistant)
    return [claim.description for claim in claims if claim.category == "instructions"]


@pytest.mark.parametrize("said", FOR_GOOD)
def test_what_is_asked_for_good_is_an_instruction(said):
    assert len(instructions(said)) == 1


@pytest.mark.parametrize("said", ONCE)
def test_what_is_wanted_once_is_none(said):
    assert instructions(said) == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("And please don't phone me, just send a text.", "Instruction: don't phone me, just send a text"),
        ("I don't use email, so please call me.", "Instruction: I don't use email, so please call me"),
        ("Merk dir bitte: wir nehmen pnpm, nicht npm.", "Anweisung: wir nehmen pnpm, nicht npm"),
        ("Sie dürfen mich gerne duzen.", "Anweisung: Sie dürfen mich gerne duzen"),
        ("Y cuéntemelo sin tanta lista, que me lío.", "Instrucción: cuéntemelo sin tanta lista"),
        ("对了，以后回复简短一点，不用列表。", "要求：以后回复简短一点，不用列表"),
    ],
)
def test_an_item_is_the_request_itself(said, expected):
    assert instructions(said) == [expected]


def test_among_people_a_request_is_for_a_person():
    assert instructions("Please don't phone me, just send a text.", to_assistant=False) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("root")
@pytest.mark.parametrize(
    ("role", "expected"), [("assistant", ["Instruction: no bullet points"]), ("user", [])]
)
def test_who_was_asked(role, expected):
    talk(
        "I live in Oslo.",
        "No bullet points, please.",
        says("Fine, I will leave them out.", by="bot", role=role),
    )
    assert known() == [*expected, "Lives in Oslo"]
