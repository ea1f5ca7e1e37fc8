"""What rules read from what people say of themselves."""

import itertools
import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ome.engine.events import Said
from ome.strategies.extract_atomic_facts.rules import facts_of
from ome.strategies.extract_user_profile.items import (
    MOST_ITEMS,
    MOST_SOURCES,
    ManualEdits,
    bounded,
    item_checksum,
    with_claim,
)
from ome.strategies.extract_user_profile.rules import Claim, claims_of, slot_of
from ome.strategies.extract_user_profile.summary import name_in_summary, summary_of
from ome.strategies.extract_user_profile.traits import traits_of

NOBODY = ManualEdits()


def described(*facts: str) -> list[str]:
    return [claim.description for claim in claims_of(facts, ["maya"])]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My name is Maya Lindqvist.", "Is called Maya Lindqvist"),
        ("I'm 34 years old.", "Is 34 years old"),
        ("I moved to Leipzig last month (April 2023).", "Lives in Leipzig"),
        ("I've just moved from Berlin to New York because of work.", "Lives in New York"),
        ("I live in San Francisco now.", "Lives in San Francisco"),
        ("I work as a nurse at a hospital.", "Works as a nurse"),
        ("I'm a software engineer.", "Works as a software engineer"),
        ("I got a new job at Siemens.", "Works at Siemens"),
        ("My sister Anna lives in Oslo.", "Sister: Anna"),
        ("I got married last year.", "Is married"),
        ("I have two kids.", "Has two kids"),
        ("I adopted a cat named Luna.", "Cat: Luna"),
        ("I adopted a cat called Miso from the shelter.", "Cat: Miso"),
        ("I got a dog named Rex from a friend.", "Dog: Rex"),
        ("I own a horse called Star and I ride every week.", "Horse: Star"),
        ("I love hiking in the Alps, it calms me.", "Likes hiking in the Alps"),
        ("I can't stand cilantro.", "Dislikes cilantro"),
        ("My favourite colour is green.", "Favourite colour: green"),
        ("I'm allergic to peanuts.", "Is allergic to peanuts"),
        ("I'm a vegetarian.", "Is vegetarian"),
        ("I play the violin.", "Plays violin"),
        ("I speak Greek.", "Speaks Greek"),
        ("I go swimming every Tuesday.", "Goes swimming every Tuesday"),
        ("I'm sixty-eight and I play the cello.", "Is sixty-eight years old"),
        ("Ich arbeite im Klinikum und habe Dienst.", "Arbeitet im Klinikum"),
        ("Trabajo hasta las dos en el ayuntamiento.", "Trabaja en el ayuntamiento"),
        ("Soy jefe de sala en un restaurante.", "Es jefe de sala"),
        ("下班后我练琴，我是公交司机。", "职业：公交司机"),
        ("我叫陈雅琪，做了六年会计。", "职业：会计"),
        ("我当了十年老师。", "职业：老师"),
        ("Sign it Priya & Tom, Tom's my flatmate.", "Flatmate: Tom"),
        ("I'm an air traffic controller.", "Works as an air traffic controller"),
        ("I'm a joiner by trade.", "Works as a joiner"),
        ("As a nurse I see a lot.", "Works as a nurse"),
        ("I work in insurance.", "Works in insurance"),
        ("I work in a small bookshop, mostly Saturdays.", "Works in a small bookshop"),
        ("I work nights at the post office.", "Works at the post office"),
        ("I drive a night bus.", "Drives a night bus"),
        ("I've been painting ever since I retired from the railways.", "Is retired"),
        ("We'd be coming from Norwich, that's home.", "Lives in Norwich"),
        ("Our place in Leeds is tiny.", "Lives in Leeds"),
        ("We've been in Bristol since 2019.", "Lives in Bristol"),
        ("I came with Pete, my husband.", "Husband: Pete"),
        ("Thirty years married, you see.", "Is married"),
        ("I'm a widow.", "Is widowed"),
        ("I'm a single mum of two.", "Parent of two"),
        ("I've got a two-year-old, so no.", "Has a two-year-old"),
        ("My husband Pete, and a cat called Dumpling.", "Cat: Dumpling"),
        ("Our dog ate the cake.", "Has a dog"),
        ("I was at the vet with the rabbits.", "Has rabbits"),
        ("I have to walk the dog first.", "Has a dog"),
        ("Guess who finally got a dog", "Has a dog"),
        ("guess who made the roller derby team", "Is a member of the roller derby team"),
        ("I've joined a choir.", "Is a member of a choir"),
        ("Birds are my thing.", "Likes birds"),
        ("I'm a keen birdwatcher.", "Is a keen birdwatcher"),
        ("I've started bouldering.", "Likes bouldering"),
        ("I row again.", "Likes rowing"),
        ("Cooking isn't my thing.", "Dislikes cooking"),
        ("I'm not a fan of coriander.", "Dislikes coriander"),
        ("I'm taking piano lessons.", "Is learning piano"),
        ("No nuts please, I'm allergic to them.", "Is allergic to nuts"),
        ("I've got a severe nut allergy.", "Is allergic to nut"),
        ("Plasters bring me out in hives.", "Reacts badly to plasters"),
        ("I'm intolerant to onions.", "Does not tolerate onions"),
        ("I'm lactose intolerant, so oat milk please.", "Is lactose intolerant"),
        ("I'm nearly blind.", "Is nearly blind"),
        ("I walk with a stick these days.", "Walks with a stick"),
        ("Neither of us eats shellfish.", "Does not eat shellfish"),
        ("I gave up sugar.", "Does not eat sugar"),
        ("I haven't touched a drop in thirty years.", "Drinks no alcohol"),
        ("I'm a nurse, I could come at three.", "Works as a nurse"),
        ("Ich selbst lebe seit Jahren vegan.", "Lebt vegan"),
        ("Ich esse immer noch kein Fleisch.", "Isst kein Fleisch"),
        ("Kaffee trinke ich schon lange nicht mehr.", "Trinkt keinen Kaffee"),
        ("Ich esse keine Nüsse.", "Isst keine Nüsse"),
        ("Ich verzichte seit Januar auf Zucker.", "Isst keinen Zucker"),
        ("I never drink coffee.", "Does not drink coffee"),
        ("我不喝咖啡。", "不喝咖啡"),
        ("我上个星期从上海搬到了杭州,新公司在西湖边。", "住在杭州"),
        ("我有一只猫,叫豆豆。", "猫：豆豆"),
        ("Fleisch esse ich schon lange nicht mehr.", "Isst kein Fleisch"),
        ("Ich bin Hebamme, könnte aber auch abends.", "Ist Hebamme"),
        ("Ich bin Konditorin und backe.", "Ist Konditorin"),
        ("Als Hebamme sehe ich viel.", "Arbeitet als Hebamme"),
        ("ich komm zwar aus der eifel", "Kommt aus der Eifel"),
        ("ich wohne in köln", "Wohnt in Köln"),
        ("ich bin allerdings gegen hunde allergisch", "Ist allergisch gegen Hunde"),
        ("aber meine hündin kommt mit", "Haustier: Hündin"),
        ("Unsere Wohnung in Leipzig ist zu klein.", "Wohnt in Leipzig"),
        ("Seit 2019 sind wir in Jena zu Hause.", "Wohnt in Jena"),
        ("Ich hab mich mit Jorin verlobt.", "Ist mit Jorin verlobt"),
        ("Ich bin mit Tom, meinem Mann, unterwegs.", "Mann: Tom"),
        ("Ich bin Witwe.", "Ist verwitwet"),
        ("Ich bin Mutter von zwei Kindern.", "Hat zwei Kinder"),
        ("Wir haben fünf Hühner.", "Hat fünf Hühner"),
        ("Klettern ist mein Ding.", "Mag Klettern"),
        ("Ich rudere wieder, zweimal die Woche.", "Mag Rudern"),
        ("Ich hab mit dem Nähen angefangen.", "Hat mit Nähen angefangen"),
        ("Telefonieren mag ich nicht.", "Mag Telefonieren nicht"),
        ("Koriander kann ich nicht ausstehen.", "Mag Koriander nicht"),
        ("Ibuprofen vertrage ich nicht.", "Verträgt Ibuprofen nicht"),
        ("Ich bin laktoseintolerant.", "Ist laktoseintolerant"),
        ("Ich reagiere auf Hausstaub und niese.", "Reagiert auf Hausstaub"),
        ("Von Erdbeeren bekomme ich Ausschlag.", "Reagiert auf Erdbeeren"),
        ("Ich hab eine Nussallergie.", "Ist allergisch gegen Nuss"),
        ("Bitte keine Erdnüsse, ich bin allergisch.", "Ist allergisch gegen Erdnüsse"),
        ("Ich bin fast blind.", "Ist fast blind"),
        ("Ich sitze seit 2010 im Rollstuhl.", "Sitzt im Rollstuhl"),
        ("Toco el clarinete, por si no lo sabías.", "Toca el clarinete"),
        ("¡Pero si yo vivo al lado, en Getxo!", "Vive en Getxo"),
        ("Desde otoño estamos en Albacete.", "Vive en Albacete"),
        ("Mi piso de Lavapiés es enano.", "Vive en Lavapiés"),
        ("Soy enfermera, me gustaría ir por la tarde.", "Es enfermera"),
        ("Soy ilustradora autónoma.", "Es ilustradora autónoma"),
        ("Me dedico a la construcción.", "Se dedica a la construcción"),
        ("Desde que me jubilé pinto.", "Se ha jubilado"),
        ("Viene Aitor, mi novio.", "Novio: Aitor"),
        ("Soy viuda desde 2020.", "Es viuda"),
        ("Llevamos treinta años casados.", "Están casados"),
        ("Soy madre soltera de dos niñas.", "Tiene dos niñas"),
        ("Tenemos cuatro gallinas.", "Tiene cuatro gallinas"),
        ("Me apunté a un curso de cerámica.", "Se ha apuntado a un curso de cerámica"),
        ("Hago yoga en casa.", "Practica yoga"),
        ("La cocina es lo mío.", "Le gusta la cocina"),
        ("No aguanto las multitudes.", "No soporta las multitudes"),
        ("Los gatos me dan alergia.", "Tiene alergia a los gatos"),
        ("Sin nueces por favor, que soy alérgica.", "Tiene alergia a nueces"),
        ("No tolero la lactosa.", "No tolera la lactosa"),
        ("Soy hipertenso.", "Tiene hipertensión"),
        ("Soy casi ciego.", "Es casi ciego"),
        ("Voy en silla de ruedas desde 2010.", "Va en silla de ruedas"),
        ("No puedo comer gluten.", "No come gluten"),
        ("我家鹦鹉学会了我的闹钟声", "养鹦鹉"),
        ("我现在在便利店上夜班", "在便利店工作"),
        ("我在设计院画了二十年图", "在设计院工作"),
        ("我是跑网约车的", "职业：跑网约车"),
        ("我读研二，学建筑的", "专业：建筑"),
        ("我退休以后天天画画。", "已退休"),
        ("我家在苏州。", "住在苏州"),
        ("我在杭州租了个房子。", "住在杭州"),
        ("我老公小李也来。", "老公：小李"),
        ("我是两个孩子的妈。", "有两个孩子"),
        ("我带上三脚架，最近迷上了拍星星", "喜欢拍星星"),
        ("我周末都去钓鱼。", "喜欢钓鱼"),
        ("我受不了香菜。", "不喜欢香菜"),
        ("别放花生，我过敏。", "对花生过敏"),
        ("我一吃芒果就起疹子。", "对芒果过敏"),
        ("我海鲜过敏。", "对海鲜过敏"),
        ("我还对海鲜过敏。", "对海鲜过敏"),
        ("血压有点高，一直吃着药", "血压高"),
        ("我色盲。", "色盲"),
        ("我不吃香菜。", "不吃香菜"),
        ("My greyhound Nacho swallowed a sock.", "Greyhound: Nacho"),
        ("Our cats Pickle and Mustard come too.", "Cats: Pickle and Mustard"),
        ("Unsere Katzen heißen Pepe und Luna.", "Katzen: Pepe und Luna"),
        ("Mis gatos se llaman Pepe y Luna.", "Gatos: Pepe y Luna"),
        ("I've lived alone since my husband died.", "Is widowed"),
        ("Vivo sola desde que enviudé.", "Ha enviudado"),
        ("Ich gehe noch kurz mit dem Hund raus.", "Haustier: Hund"),
        ("Camino con el perro todos los días.", "Mascota: perro"),
        ("我每天早上去遛狗。", "养狗"),
        ("I'm a night porter.", "Works as a night porter"),
        ("I'm dyslexic, so keep it plain.", "Is dyslexic"),
        ("Ich bin Legastheniker.", "Hat Legasthenie"),
        ("ich fahr seit acht Jahren Bus in Kassel", "Fährt Bus"),
        ("Yo sigo en el hospital, de celador.", "Trabaja de celador"),
        ("Somos de Zaragoza.", "Es de Zaragoza"),
        ("Soy alérgica a la soja y nunca aciertan con la leche.", "Tiene alergia a la soja"),
        ("我天天在医院值夜班。", "在医院工作"),
        ("我报了个潜水班，下个月去。", "在学潜水"),
    ],
)
def test_what_people_say_of_themselves(said, expected):
    assert expected in described(f"Maya: {said}")


@pytest.mark.parametrize(
    ("said", "category"),
    [
        ("My sister Anna lives in Oslo.", "family"),
        ("My boss Hans gave me a raise.", "people"),
        ("My best friend is called Zoe.", "people"),
        ("Meine Schwester heißt Anna.", "family"),
        ("Meine Chefin Petra ist streng.", "people"),
        ("Mi hermana se llama Ana.", "family"),
        ("Mi jefe se llama Pablo.", "people"),
    ],
)
def test_who_is_no_relative_is_not_family(said, category):
    assert category in [claim.category for claim in claims_of([f"Maya: {said}"], ["maya"])]


@pytest.mark.parametrize(
    "said",
    [
        "I used to live in Berlin.",
        "I'd love to live in Paris.",
        "If I moved to Rome I would be happy.",
        "I don't live in Berlin.",
        "I love it.",
        "I like you.",
        "I wish I played the violin.",
        "If I won I'd live in Paris, I'd work as a painter.",
        "When I retire I'll move.",
        "We've been in Bristol since Monday.",
        "I work for the money.",
        "I joined the marketing team.",
        "I started running late.",
        "I'm blind without my glasses.",
        "Guess who called.",
        "My neighbour has two kids and a dog called Rex.",
        "Ich wünschte, ich wohne in Rom.",
        "Ich komme aus dem Büro.",
        "Ich reagiere auf Kritik.",
        "Das mag ich nicht.",
        "Das vertrage ich nicht.",
        "Ich hab mit dem Rauchen angefangen.",
        "Mein Kater von gestern ist schlimm.",
        "Si vivo en París, seré feliz.",
        "Me apunto a lo que sea.",
        "No tolero que me griten.",
        "我家猫粮吃完了。",
        "我是开玩笑的。",
        "我是写给你的。",
        "我是学姐的朋友。",
        "血压高的人要注意。",
        "Our place in Leeds was sold.",
        "Meine Wohnung in Berlin habe ich verkauft.",
        "Mi piso de Madrid lo alquilo.",
        "ich wohne in untermiete",
        "My parents were fifty years married.",
        "I started painting the fence.",
        "Me apunté a la lista.",
        "我妈血压有点高。",
        "他女朋友是学护理的。",
        "I dreamt I had a snake.",
        "I have a friend with a horse.",
        "I have the memory of a goldfish.",
        "I wrote a paper on asthma.",
        "I've got tickets for the tennis.",
        "I'm fishing for compliments.",
        "I'm in a novel in which somebody keeps bees and plays chess.",
        "Ich habe einen Freund mit einem Pferd.",
        "Ich hab einen Kater und Kopfweh.",
        "Ich lese einen Roman über Schach.",
        "Estoy leyendo una novela sobre ajedrez.",
        "Mañana voy a pescar.",
        "Tengo un amigo con caballos.",
        "老师教我弹钢琴。",
        "我小时候养过一只狗。",
        "我在看一本讲围棋的小说。",
        "I'm allergic to mornings.",
        "I don't do Mondays.",
        "I live for Fridays.",
        "I play the villain in this family.",
        "I drive my flatmate up the wall every weekend.",
        "I collect parking fines.",
        "I keep bees in my head.",
        "I live in my pyjamas these days.",
        "I've been a nurse for about five minutes.",
        "I'm a vegetarian until someone says bacon.",
        "I love queueing, said no one.",
        "My kids, as I call my plants, need water.",
        "Ich wohne praktisch im Büro.",
        "Ich bin allergisch gegen Smalltalk.",
        "Ich bin mit meinem Job verheiratet.",
        "Ich spiele hier immer den Buhmann.",
        "Ich sammle langsam Strafzettel.",
        "Ich lebe nur noch fürs Wochenende.",
        "Ich hab einen Kater seit heute früh.",
        "Ich habe eine Katze im Sack gekauft.",
        "Estoy casada con mi trabajo.",
        "Soy alérgica a los lunes.",
        "Trabajo como una mula.",
        "Odio decírtelo.",
        "Soy la psicóloga de todos.",
        "Me encanta madrugar, dijo nadie.",
        "Me he apuntado a la media maratón.",
        "Estudio la carta.",
        "Soy de Marte.",
        "我对周一过敏。",
        "我简直住在医院了。",
        "我爱死你了。",
        "我养了一屋子灰尘。",
        "我住在你心里。",
        "我的对象是电脑。",
        "我是老实人。",
        "我是打工人。",
        "我爱加班。",
        "我老公，不对，我手机，开不了机。",
        "In the game I run a bakery in Tokyo.",
        "It's not like I collect stamps.",
        "Meine Mutter erzählt allen, ich bin Arzt.",
        "Angeblich schnarche ich.",
        "Irgendwann lauf ich einen Marathon.",
        "Mi madre le dice a todos que soy médico.",
        "En el juego tengo una panadería en Tokio.",
        "大家都以为我吃素。",
        "我能早起的话早就当面包师了。",
        "谁说我结婚了。",
    ],
)
def test_what_is_not_so_is_not_claimed(said):
    assert [claim.category for claim in claims_of([f"Maya: {said}"], ["maya"])] == []


@pytest.mark.parametrize(
    ("often", "once"),
    [
        ("I've got choir every Thursday.", "I've got choir tonight."),
        ("On Mondays I have football practice.", "I can't come tomorrow, I have football practice."),
        ("Dienstags muss ich zum Chor.", "Ich muss heute noch zum Chor."),
        ("Ich muss mittwochs zum Handball.", "Morgen kann ich nicht, ich muss zum Handball."),
        ("Los martes tengo ensayo con la banda.", "No puedo juntarme mañana, tengo ensayo con la banda."),
        ("Tengo pádel los jueves.", "Hoy tengo pádel."),
        ("我周末都去爬山。", "我周末去爬山。"),
        ("我下班后经常去游泳。", "我下班后去游泳。"),
    ],
)
def test_one_appointment_is_no_pastime(often, once):
    assert [claim.category for claim in claims_of([f"Maya: {often}"], ["maya"])] == ["likes"]
    assert described(f"Maya: {once}") == []


@pytest.mark.parametrize(
    "said",
    [
        "I almost moved to Lisbon.",
        "I nearly got married.",
        "I was nearly laid off, I almost became a teacher.",
        "Ich bin fast nach Hamburg gezogen.",
        "Ich bin beinahe Lehrer geworden.",
        "Um ein Haar habe ich mich mit Tom verlobt.",
        "Casi me mudo a Lisboa.",
        "Por poco nos casamos.",
        "Estuve a punto de irme, casi me instalé en Roma.",
        "我差点搬到上海了。",
        "我差一点就结婚了。",
    ],
)
def test_what_almost_happened_did_not(said):
    assert described(f"Maya: {said}") == []


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I nearly drowned, but I live in Leeds.", "Lives in Leeds"),
        ("I live in Leeds and nearly always walk.", "Lives in Leeds"),
        ("Ich gehe fast jeden Tag schwimmen.", "Geht fast jeden Tag schwimmen"),
        ("Casi me caigo, pero vivo en Madrid.", "Vive en Madrid"),
        ("Vivo en Madrid casi todo el año.", "Vive en Madrid"),
        ("我差点忘了。我住在上海。", "住在上海"),
    ],
)
def test_what_is_almost_so_leaves_the_rest(said, expected):
    assert described(f"Maya: {said}") == [expected]


@pytest.mark.parametrize(
    ("doubted", "sure"),
    [
        ("My doctor says I have asthma but I don't believe it.", "My doctor says I have asthma."),
        ("My mum says I have arthritis, though I doubt it.", "I have arthritis but I don't let it stop me."),
        ("They say I have gout, which isn't true.", "I have gout, which isn't fun."),
        (
            "Der Arzt sagt, ich habe Asthma, aber das glaube ich nicht.",
            "Ich habe Asthma, aber mir geht es gut.",
        ),
        (
            "Angeblich bin ich Veganer, aber das stimmt nicht.",
            "Ich habe Gicht, aber ich glaube nicht, dass das schlimm ist.",
        ),
        ("El médico dice que tengo asma, pero no me lo creo.", "Tengo asma, pero no es grave."),
        ("Dicen que tengo gota, pero no es verdad.", "Tengo gota, y duele."),
        ("医生说我有哮喘，但我不信。", "我有哮喘，但不严重。"),
        ("他们说我有痛风，不过我不太相信。", "我有痛风，不过不疼。"),
    ],
)
def test_what_somebody_does_not_believe_of_themselves(doubted, sure):
    assert described(f"Maya: {doubted}") == []
    assert [claim.category for claim in claims_of([f"Maya: {sure}"], ["maya"])] == ["health"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My son Theo is allergic to tree nuts, properly.", ["Son: Theo (allergic to tree nuts)"]),
        ("Our daughter is diabetic.", ["Has a daughter (diabetic)"]),
        ("My wife can't eat gluten.", ["Has a wife (can't eat gluten)"]),
        ("My husband Pete's a vegetarian.", ["Husband: Pete (vegetarian)"]),
        ("My son's friend is allergic to nuts.", ["Has a son"]),
        ("My son Theo is at school.", ["Son: Theo"]),
        ("My son Theo isn't allergic to nuts.", ["Son: Theo"]),
        ("Mein Sohn Theo ist allergisch gegen Nüsse.", ["Sohn: Theo (allergisch gegen Nüsse)"]),
        ("Meine Frau hat Zöliakie.", ["Familie: Frau (hat Zöliakie)"]),
        ("Meine Frau ist übrigens schwanger.", ["Familie: Frau (schwanger)"]),
        ("Unsere Tochter verträgt keine Milch.", ["Familie: Tochter (verträgt keine Milch)"]),
        ("Unser Sohn ist jetzt 5 Monate alt.", ["Familie: Sohn"]),
        ("Meine Enkel kommen am Sonntag.", ["Hat Enkel"]),
        ("Mi hijo Leo es alérgico a los frutos secos.", ["Hijo: Leo (alérgico a los frutos secos)"]),
        ("Nuestra hija no puede comer gluten.", ["Familia: hija (no puede comer gluten)"]),
        ("Nuestro hijo tiene cinco meses.", ["Familia: hijo"]),
        ("我女儿对花生过敏。", ["有女儿（对花生过敏）"]),
        ("My husband hates mushrooms lol", ["Husband hates mushrooms", "Has a husband"]),
        ("My youngest is coeliac.", ["Youngest child is coeliac", "Has a child"]),
        ("Our kids can't stand peas and carrots.", ["Kids can't stand peas and carrots"]),
        ("My dad is deaf in one ear.", ["Has a dad (deaf in one ear)"]),
        ("My son is allergic to nuts and hates swimming.", ["Has a son (allergic to nuts)"]),
        ("My wife loves it here.", ["Has a wife"]),
        ("My wife would love a beer.", []),
        ("Mein Mann hasst Pilze.", ["Mann hasst Pilze", "Familie: Mann"]),
        ("Meine Jüngste hat Zöliakie.", ["Jüngste hat Zöliakie"]),
        ("Meine Tochter mag keinen Fisch.", ["Tochter mag keinen Fisch", "Familie: Tochter"]),
        ("Meine Frau mag deine Suppe.", ["Familie: Frau"]),
        ("Mi marido odia las setas.", ["Marido odia las setas", "Familia: marido"]),
        ("A mi hija le encanta el fútbol.", ["A su hija le encanta el fútbol", "Familia: hija"]),
        ("Mi hija pequeña es celíaca.", ["Familia: hija pequeña (celíaca)", "Familia: hija"]),
        ("A mi madre le gusta que la llame.", []),
        ("我老公讨厌蘑菇。", ["老公讨厌蘑菇", "有老公"]),
        ("我老婆不吃羊肉。", ["有老婆（不吃羊肉）"]),
        ("我女儿喜欢他。", ["有女儿"]),
        ("我太太不能吃海鲜。", ["有太太（不能吃海鲜）"]),
        ("我老伴说我是打麻将打的。", ["有老伴"]),
        ("孙子才八个月。", ["有孙子"]),
    ],
)
def test_what_has_to_be_known_of_relatives(said, expected):
    assert described(f"Maya: {said}") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Yeah, still can't have milk, makes me sick.", ["Does not drink milk"]),
        ("Milk makes me sick.", ["Has to avoid milk"]),
        ("I'm prediabetic so not too many carbs for me.", ["Has prediabetes"]),
        ("I'm coeliac and careful.", ["Has coeliac disease"]),
        ("I take ramipril 5 mg for my blood pressure.", ["Takes ramipril 5 mg"]),
        ("Just the pill, and ramipril 5 mg for my blood pressure.", ["Takes ramipril 5 mg"]),
        ("I'm on metformin.", ["Takes metformin"]),
        ("I take care of my mum.", []),
        ("I take sugar in my coffee.", []),
        ("Take ibuprofen 400 mg.", []),
        ("I stopped smoking in 2019.", ["No longer smokes"]),
        ("I smoke salmon at home.", []),
        ("I eat halal.", ["Eats halal"]),
        ("Ich nehme Ramipril 5 mg.", ["Nimmt Ramipril 5 mg"]),
        ("Ich nehme seit März Metformin.", ["Nimmt Metformin"]),
        ("Ich nehme den Bus.", []),
        ("Ich habe 2019 aufgehört zu rauchen.", ["Raucht nicht mehr"]),
        ("Ich rauche vor Wut.", []),
        ("Tomo enalapril de 10 mg.", ["Toma enalapril de 10 mg"]),
        ("Tomo café de la mañana.", []),
        ("Dejé de fumar en 2019.", ["Ya no fuma"]),
        ("我是回民，要清真餐。", ["吃清真", "是回民"]),
        ("我血压最近又高了。", ["血压高"]),
        ("我戒烟三年了。", ["已戒烟"]),
        ("医生让我把烟戒了。", []),
    ],
)
def test_health_that_a_cook_or_a_doctor_must_know(said, expected):
    assert described(f"Maya: {said}") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I live with my parents.", ["Lives with their parents"]),
        ("I'm on maternity leave.", ["Is on maternity leave"]),
        ("I'm on holiday.", []),
        ("Ich bin seit März in Elternzeit.", ["Ist in Elternzeit"]),
        ("Ich wohne noch bei meinen Eltern.", ["Wohnt bei den Eltern"]),
        ("Vivo con mis padres.", ["Vive con sus padres"]),
        ("Ceno con mis padres.", []),
        ("我跟爸妈一起住。", ["和爸妈同住"]),
        ("i live in bristol", ["Lives in Bristol"]),
        ("i live in fear of him", []),
        ("ive got two cats", ["Has two cats"]),
        ("cant eat gluten", ["Does not eat gluten"]),
    ],
)
def test_with_whom_and_how_somebody_lives(said, expected):
    assert described(f"Maya: {said}") == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "If I get it we'll do the loft, we're all squashed into two bedrooms in Peckham.",
            ["Lives in Peckham"],
        ),
        ("We've got the keys to our new flat in Leith!", ["Lives in Leith"]),
        ("We're back home in Girona.", ["Lives in Girona"]),
        ("I'm back home in Girona for Christmas.", []),
        ("Back home in Girona everybody naps.", []),
        ("Wir hocken zu viert in zwei Zimmern in Neukölln.", ["Wohnt in Neukölln"]),
        ("Meine neue Wohnung in Köln hat Balkon.", ["Wohnt in Köln"]),
        ("Unsere Wohnung in Köln haben wir verkauft.", []),
        ("Estamos apretados en dos habitaciones en Vallecas.", ["Vive en Vallecas"]),
        ("我们一家四口挤在浦东的两室里。", ["住在浦东"]),
        ("我在浦东的房子卖了。", []),
    ],
)
def test_a_home_may_be_implied(said, expected):
    assert described(f"Maya: {said}") == expected


@pytest.mark.parametrize(
    ("often", "once"),
    [
        ("I'm climbing a lot these days.", "I'm climbing."),
        ("We're playing tennis on Mondays.", "We're playing tennis."),
        ("Ich bin viel am Klettern.", "Ich bin am Klettern."),
        ("Ich bin dienstags beim Yoga.", "Ich bin beim Yoga."),
        ("Estoy haciendo yoga los martes.", "Estoy en yoga."),
        ("我平时游泳。", "我在游泳。"),
    ],
)
def test_what_somebody_is_at_now_is_no_taste(often, once):
    assert described(f"Maya: {often}")
    assert described(f"Maya: {once}") == []


def test_what_is_done_for_health_is_no_taste():
    [claim] = claims_of(["Maya: Dienstags gehe ich zur Therapie."], ["maya"])
    assert (claim.category, claim.description) == ("habits", "Geht regelmäßig zur Therapie")


def test_what_is_owned_no_more_and_now():
    assert described("Maya: Ya no tengo coche.") == ["", "No tiene coche"]
    assert described("Maya: Ya tengo coche.") == ["", "Tiene coche"]
    assert "Singt im Kirchenchor" not in described("Maya: Ich singe nicht mehr im Kirchenchor.")
    assert described("Maya: 我没有车了。") == ["没有车"]


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_is_noted_of_a_relative_stays(order):
    said = ["Son: Theo (allergic to nuts)", "Son: Theo", "Has a son"]
    items: list[dict[str, object]] = []
    for place in order:
        items = with_claim(
            items, Claim("family", said[place], "x"), f"ep_2023010{place + 1}_00000001", NOBODY
        )
    assert [item["description"] for item in items] == ["Son: Theo (allergic to nuts)"]


@pytest.mark.parametrize(
    ("first", "second"), [("Familia: nieta", "Familia: hija"), ("Familie: Tochter", "Familie: Schwester")]
)
def test_two_relatives_without_a_name_stand_beside_each_other(first: str, second: str):
    items: list[dict[str, object]] = []
    for said in (first, second):
        items = with_claim(items, Claim("family", said, "x"), "ep_20230101_00000001", NOBODY)
    assert {item["description"] for item in items} == {first, second}


def test_a_note_is_not_another_persons():
    items = with_claim([], Claim("family", "Husband: Pete (diabetic)", "x"), "ep_20230101_00000001", NOBODY)
    items = with_claim(items, Claim("family", "Husband: Tom", "x"), "ep_20240101_00000001", NOBODY)
    assert items[0]["description"] == "Husband: Tom"


def test_who_stops_smoking_no_longer_smokes():
    items = with_claim([], Claim("health", "Smokes", "x"), "ep_20230101_00000001", NOBODY)
    items = with_claim(items, Claim("health", "No longer smokes", "x"), "ep_20240101_00000001", NOBODY)
    assert [item["description"] for item in items] == ["No longer smokes"]


def test_a_relative_in_small_letters_is_a_noun_all_the_same():
    assert described("Maya: mein bruder kommt mit dem transporter") == ["Familie: Bruder"]
    assert described("Maya: Ach, meine tochter ist krank.") == ["Familie: Tochter"]


def test_what_somebody_does_not_eat_leaves_the_diet_as_it_is():
    items: list[dict] = []
    for number, said in enumerate(["I'm vegan.", "I don't drink coffee.", "I'm vegetarian."], 1):
        for claim in claims_of([f"Maya: {said}"], ["maya"]):
            items = with_claim(items, claim, f"ep_2023010{number}_00000001", NOBODY)
    now = {item["description"] for item in items if item["category"] != "past"}
    assert now == {"Is vegetarian", "Does not drink coffee"}


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("I'm vegan.", "diet"),
        ("I'm deaf.", "condition"),
        ("Ich bin taub.", "condition"),
        ("Soy sorda.", "condition"),
    ],
)
def test_the_same_words_of_two_slots(said, slot):
    (claim,) = claims_of([f"Maya: {said}"], ["maya"])
    assert slot_of(claim.category, claim.description).name == slot


def test_an_answer_is_the_persons_and_a_question_is_not():
    assert described("Bob: I live in Rome, and where do you live? Maya: I live in Oslo.") == ["Lives in Oslo"]


def test_what_an_assistant_says_to_her_is_not_her_word():
    said = "Bot to Maya: I live in Rome."
    assert claims_of([said], ["maya"]) == []


def test_what_is_told_of_her_in_the_third_person():
    assert described("Maya lives in Oslo.", "Maya's sister Anna is a baker.") == [
        "Lives in Oslo",
        "Sister: Anna",
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("我搬到了上海。", "住在上海"),
        ("Me gusta mucho el jazz.", "Le gusta el jazz"),
        ("Ich gehe jeden Dienstag schwimmen.", "Geht jeden Dienstag schwimmen"),
    ],
)
def test_a_profile_is_in_the_language_of_what_was_said(said, expected):
    assert described(f"Maya: {said}") == [expected]


@pytest.mark.parametrize(
    "said",
    [
        "The door was repaired on the balcony by a man.",
        "J'habite à Lyon depuis mars.",
        'Jonas told me: "I live in Rome and I have a dog called Rex."',
        "You should visit us.",
        "Here is the letter: „Ich wohne in Bonn. Meine Tochter Lea zieht ein.“",
        "He wrote: “My name is Karl. I live in Bonn and",
    ],
)
def test_rules_prefer_silence(said):
    assert described(f"Maya: {said}") == []


def test_what_somebody_else_says_about_themselves_is_not_hers():
    assert described("Jonas: I live in Rome.", "Jonas: Maya lives in Oslo. My wife is called Anna.") == [
        "Lives in Oslo"
    ]


HOMES = [
    ("ep_20230101_00000001", "Rome"),
    ("ep_20230301_00000001", "Oslo"),
    ("ep_20230201_00000001", "Paris"),
]


@pytest.mark.parametrize("order", list(itertools.permutations(HOMES)))
def test_the_newest_state_holds_whatever_comes_first(order):
    items: list[dict[str, object]] = []
    for episode, place in [*order, order[0]]:
        items = with_claim(items, Claim("home", f"Lives in {place}", place), episode, NOBODY)
    [item, *past] = bounded(items, NOBODY)
    assert item["description"] == "Lives in Oslo"
    assert item["sources"] == sorted(episode for episode, _ in HOMES)
    assert {one["category"] for one in past} == {"past"}
    assert {str(one["description"]).split(": ")[1] for one in past} == {"lives in Rome", "lives in Paris"}


def test_a_taste_that_changes():
    items = with_claim([], Claim("likes", "Likes tea", "x"), "ep_20230101_00000001", NOBODY)
    items = with_claim(items, Claim("dislikes", "Dislikes tea", "y"), "ep_20230102_00000001", NOBODY)
    assert [item["description"] for item in items] == ["Dislikes tea"]


def test_a_name_says_more_than_somebody():
    assert slot_of("pets", "Dog: Rex").key != slot_of("pets", "Dog: Luna").key
    for first, second in itertools.permutations(["Has a dog", "Dog: Rex"]):
        items = with_claim([], Claim("pets", first, "x"), "ep_20230101_00000001", NOBODY)
        items = with_claim(items, Claim("pets", second, "x"), "ep_20230102_00000001", NOBODY)
        assert [item["description"] for item in items] == ["Dog: Rex"]


@pytest.mark.parametrize(
    ("before", "after", "known"),
    [
        ("I live in Berlin.", "I moved to Lisbon.", ["Lives in Lisbon", "Until March 2025: lives in Berlin"]),
        (
            "Ich wohne in Berlin.",
            "Ich bin nach Bonn gezogen.",
            ["Wohnt in Bonn", "Bis März 2025: wohnt in Berlin"],
        ),
        ("Vivo en Lima.", "Me mudé a Quito.", ["Vive en Quito", "Hasta marzo de 2025: vive en Lima"]),
        ("我住在北京。", "我搬到上海了。", ["住在上海", "至2025年3月：住在北京"]),
        (
            "I work as a nurse at Mercy.",
            "I quit my job.",
            ["Until March 2025: works as a nurse", "Until March 2025: works at Mercy"],
        ),
        ("My husband Marco cooks.", "We got divorced.", ["Is divorced", "Until March 2025: Husband: Marco"]),
        ("I have a dog called Rex.", "My dog Rex died.", ["Until March 2025: Dog: Rex"]),
        ("I'm vegan.", "I'm no longer vegan.", ["Until March 2025: is vegan"]),
        ("I live in Bath.", "I live in Bath, Somerset.", ["Lives in Bath"]),
        ("I work as a nurse.", "I never quit my job.", ["Works as a nurse"]),
        ("I work at Bosch.", "I gave notice at Bosch today.", ["Until March 2025: works at Bosch"]),
        ("I work at Bosch.", "I've handed in my resignation!", ["Until March 2025: works at Bosch"]),
        ("I work at Bosch.", "I gave notice for the flat.", ["Works at Bosch"]),
    ],
)
def test_what_no_longer_holds_is_past(before, after, known):
    items: list[dict[str, object]] = []
    for said, episode in ((before, "ep_20240110_00000001"), (after, "ep_20250304_00000001")):
        for claim in claims_of([f"Maya: {said}"], ["maya"]):
            items = with_claim(items, claim, episode, NOBODY)
    assert [item["description"] for item in bounded(items, NOBODY)] == known


def test_an_end_that_was_said_before_ends_nothing():
    items: list[dict[str, object]] = []
    said = [("I'm a nurse.", "ep_20250304_00000001"), ("I quit my job.", "ep_20240110_00000001")]
    for text, episode in said:
        for claim in claims_of([f"Maya: {text}"], ["maya"]):
            items = with_claim(items, claim, episode, NOBODY)
    assert [item["description"] for item in items] == ["Works as a nurse"]


def test_a_persons_word_stands():
    theirs = {"category": "home", "description": "Lives in Ghent", "evidence": "", "sources": []}
    edits = ManualEdits(theirs={item_checksum(theirs)})
    first, *others = with_claim([theirs], Claim("home", "Lives in Rome", "x"), "ep_20230101_00000001", edits)
    assert first == theirs
    assert [item["category"] for item in others] == ["conflict"]


def test_profiles_are_bounded():
    items: list[dict[str, object]] = []
    for number in range(500):
        claim = Claim(f"category {number % 40}", f"Likes thing {number}", "x")
        items = bounded(with_claim(items, claim, f"ep_20230101_{number:08d}", NOBODY), NOBODY)
    assert len(items) == MOST_ITEMS


def test_so_is_the_trail_of_an_item():
    items: list[dict[str, object]] = []
    for number in range(100):
        claim = Claim("home", "Lives in Rome", "x")
        items = with_claim(items, claim, f"ep_20230101_{number:08d}", NOBODY)
    [item] = items
    assert len(item["sources"]) == MOST_SOURCES
    assert (item["sources"][0], item["sources"][-1]) == ("ep_20230101_00000000", "ep_20230101_00000099")


def test_traits_need_several_items():
    items = [{"category": "likes", "description": f"Likes {what}"} for what in ("hiking", "camping", "tea")]
    assert traits_of(items) == []
    [trait] = traits_of([*items, {"category": "habits", "description": "I go running on forest trails."}])
    assert trait["trait"] == "Outdoorsy"


def test_having_relatives_is_no_trait():
    family = [{"category": "family", "description": f"{kin}: Kim"} for kin in ("Sister", "Brother", "Son")]
    assert traits_of(family) == []
    likes = [
        {"category": "likes", "description": f"Likes evenings with the {kin}"}
        for kin in ("kids", "family", "parents")
    ]
    assert [trait["trait"] for trait in traits_of(likes)] == ["Family-minded"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I like reading and have two cats.", {"Likes reading", "Has two cats"}),
        ("Ich mag Jazz und habe zwei Katzen.", {"Mag Jazz", "Hat zwei Katzen"}),
        ("Me gusta leer y vivo en Cádiz.", {"Le gusta leer", "Vive en Cádiz"}),
    ],
)
def test_what_is_liked_ends_before_the_next_clause(said: str, expected: set[str]):
    assert set(described(said)) == expected


def test_a_summary_is_sentences_about_the_person():
    known = [
        ("home", "Lives in Oslo"),
        ("work", "Works as a nurse"),
        ("likes", "Likes tea"),
        ("pets", "Dog: Rex"),
    ]
    summary = summary_of("Maya", known, 400)
    assert summary == "Maya lives in Oslo, works as a nurse and likes tea. Dog: Rex."
    assert name_in_summary(summary, known) == "Maya"
    relative = [("home", "Lives in Oslo"), ("family", "Husband hates mushrooms")]
    assert summary_of("Maya", relative, 400) == "Maya lives in Oslo. Husband hates mushrooms."
    works = [("work", "Trabaja como enfermera"), ("work", "Trabaja en Sevilla")]
    assert summary_of("Eva", works, 400) == "Eva trabaja como enfermera en Sevilla."
    assert summary_of("Maya", known[3:], 400) == "Maya: Dog: Rex."
    assert name_in_summary("Maya: Dog: Rex.", known[3:]) == "Maya"
    assert (
        summary_of("晓雯", [("home", "住在上海"), ("likes", "喜欢爬山")], 400) == "晓雯住在上海，喜欢爬山。"
    )
    assert len(summary_of("Maya", [("likes", "Likes tea")] * 100, 60)) <= 60
    assert summary_of("Maya", [], 200) == ""


@pytest.mark.parametrize(
    ("name", "known", "summary"),
    [
        ("María", [("identity", "Se llama María"), ("home", "Vive en Sevilla")], "María vive en Sevilla."),
        ("Teo", [("identity", "Is called Teo")], ""),
        (
            "mrt",
            [("identity", "Is called Teo"), ("home", "Lives in Bath")],
            "mrt is called Teo and lives in Bath.",
        ),
        ("Ines", [("identity", "Is called Maria Ines")], "Ines is called Maria Ines."),
    ],
)
def test_that_somebody_has_their_name_is_no_news(
    name: str, known: list[tuple[str, str]], summary: str
) -> None:
    assert summary_of(name, known, 200) == summary
    assert name_in_summary(summary, known) == name


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        ("Bob: What's your cat called? Maya: Miso.", ["Cat: Miso"]),
        ("Bob: What's she (the cat) called? Maya: Miso, after the soup", ["Cat: Miso"]),
        ("Bob: Do you have any allergies? Maya: Yes, peanuts.", ["Is allergic to peanuts"]),
        ("Bob: Do you have any allergies? Maya: No, peanuts are fine.", []),
        ("Bob: Are you allergic to anything? Maya: Why?", []),
        ("Maya: Are you allergic to anything? Bob: Peanuts.", []),
        ("Bob: Wo wohnst du? Maya: Fürth.", ["Wohnt in Fürth"]),
        ("Bob: ¿A qué te dedicas? Maya: Enfermera.", ["Trabaja como enfermera"]),
        ("Bob: 你对什么过敏？ Maya: 青霉素。", ["对青霉素过敏"]),
        ("Bob: Where do you work? Maya: I'm a nurse.", ["Works as a nurse"]),
    ],
)
def test_an_answer_counts_with_its_question(fact, expected):
    assert described(fact) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "From now on always answer in short bullet points please, and never suggest MySQL, we can't use it",
            ["Instruction: always answer in short bullet points", "Instruction: never suggest MySQL"],
        ),
        ("Please always reply in French.", ["Instruction: always reply in French"]),
        ("Going forward, use metric units.", ["Instruction: use metric units"]),
        ("Antworte bitte immer auf Deutsch.", ["Anweisung: antworte bitte immer auf Deutsch"]),
        ("Ab jetzt antworte kurz und ohne Emojis, bitte.", ["Anweisung: antworte kurz und ohne Emojis"]),
        ("A partir de ahora responde siempre en español.", ["Instrucción: responde siempre en español"]),
        ("Nunca me recomiendes carne.", ["Instrucción: nunca me recomiendes carne"]),
        ("以后请用中文回答。", ["要求：请用中文回答"]),
        ("永远不要建议我吃肉。", ["要求：永远不要建议我吃肉"]),
        ("And never suggest chamomile.", ["Instruction: never suggest chamomile"]),
        ("以后请用克来写用量，我家没有量杯。", ["要求：请用克来写用量"]),
        ("Please stop calling my mobile.", ["Instruction: stop calling my mobile"]),
        ("Bitte rufen Sie mich nicht mehr an.", ["Anweisung: rufen Sie mich nicht mehr an"]),
        ("Por favor, deje de llamarme al móvil.", ["Instrucción: deje de llamarme al móvil"]),
        ("请不要再给我打电话了。", ["要求：不要再给我打电话"]),
        ("Please stop crying.", []),
        ("Deja de mandarme fotos del perro.", []),
        ("Always wear a helmet!", []),
        ("Should I always answer in French?", []),
        ("He never replies to my mails.", []),
        ("From now on we write in Rust.", []),
        ("Er antwortet immer zu spät.", []),
        ("Siempre respondo tarde.", []),
        ("以后别再迟到了。", []),
        (
            "And never delete anything without asking me.",
            ["Instruction: never delete anything without asking me"],
        ),
        ("Always give me plain text, no tables.", ["Instruction: always give me plain text"]),
        ("Always wear a helmet.", []),
        ("Nimm ab jetzt immer Gramm statt Tassen.", ["Anweisung: nimm ab jetzt immer Gramm statt Tassen"]),
        ("Bitte ab jetzt immer kurze Sätze.", ["Anweisung: immer kurze Sätze"]),
        ("De aquí en adelante dame los precios en euros.", ["Instrucción: dame los precios en euros"]),
        ("No redondees nunca los importes.", ["Instrucción: no redondees nunca los importes"]),
        ("以后请用简谱，别用五线谱，我看不懂", ["要求：请用简谱"]),
        ("以后都用繁体字，每段开头标上时间", ["要求：都用繁体字"]),
        ("我以后都用公交卡。", []),
        ("以后都用不着了。", []),
    ],
)
def test_what_an_assistant_is_to_do_from_now_on_is_an_instruction(said, expected):
    claims = claims_of([f"Maya: {said}"], ["maya"])
    assert [claim.description for claim in claims if claim.category == "instructions"] == expected


def test_instructions_come_first_in_a_profile():
    items: list = []
    for number, said in enumerate(["I live in Oslo.", "From now on answer in French."]):
        for claim in claims_of([f"Maya: {said}"], ["maya"]):
            items = with_claim(items, claim, f"ep_2026012{number}_00000001", NOBODY)
    kept = bounded(items, NOBODY)
    assert [item["category"] for item in kept] == ["instructions", "home"]
    known = [(item["category"], item["description"]) for item in kept]
    assert summary_of("Maya", known, 200) == "Maya lives in Oslo. Instruction: answer in French."


def test_the_profile_of_the_example_knows_the_cat_and_the_hay_fever():
    example = Path(__file__).parents[2] / "examples/conversation.json"
    sessions = json.loads(example.read_text(encoding="utf-8"))["sessions"]
    facts = [
        fact.text
        for session in sessions
        for fact in facts_of([said(message) for message in session["messages"]], ZoneInfo("UTC"))["maya"]
    ]
    assert {"Cat: Quark", "Has hay fever"} <= set(described(*facts))


def said(message) -> Said:
    return Said(
        sender_id=message["sender_id"],
        sender_name=message.get("sender_name"),
        role=message["role"],
        timestamp_ms=message["timestamp"],
        text=message["content"],
    )


@pytest.mark.parametrize(
    "fact", ["Meine Freundin lacht, mein Sohn nicht.", "Mein Hund schläft, meine Katze frisst."]
)
def test_relatives_and_pets_without_names_stand_beside_each_other(fact):
    items: list = []
    for claim in claims_of([fact], ["maya"]):
        items = with_claim(items, claim, "ep_20230508_00000001", NOBODY)
    assert len(items) == 2


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "I do archery, I'm on the drums in a band and I'm in payroll.",
            ["Likes archery", "Plays drums", "Works in payroll"],
        ),
        (
            "We have two dogs, Max and Bella, and a tortoise.",
            ["Has two dogs, Max and Bella", "Has a tortoise"],
        ),
        (
            "Ich bin eher der Typ für Volleyball, und Posaune spiele ich auch.",
            ["Mag Volleyball", "Spielt Posaune"],
        ),
        (
            "Wir haben keine Kinder, dafür zwei Meerschweinchen.",
            ["Hat zwei Meerschweinchen", "Hat keine Kinder"],
        ),
        ("Yo hago pilates y toco la batería.", ["Practica pilates", "Toca la batería"]),
        ("我搬到成都了，养了只仓鼠，叫米粒。", ["住在成都", "仓鼠：米粒"]),
        ("我妹妹在深圳，做产品经理，养了一只狗。", ["有妹妹"]),
    ],
)
def test_a_frame_takes_each_word_of_its_lexicon(said, expected):
    assert {claim.description for claim in claims_of([f"Maya: {said}"], ["maya"])} == set(expected)


def test_an_answer_goes_on_with_what_the_question_began():
    fact = "Lea: Any pets? Maya: Two cats, Miso and Tofu. And a tortoise."
    found = [claim.description for claim in claims_of([fact], ["maya"])]
    assert found == ["Has two cats, Miso and Tofu", "Has a tortoise"]
    assert (
        claims_of(["Lea: Any pets? Maya: No, my sister has a cat."], ["maya"])[0].description
        == "Has a sister"
    )
