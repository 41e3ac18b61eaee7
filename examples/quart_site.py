"""Mountain trails on Quart: an old-school page that looks at the hash by itself, with settings from the app's config.

hypercorn examples.quart_site:app
"""

from __future__ import annotations

from quart import Quart, Response, abort, jsonify, render_template

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings

TRAILS = {
    "eagle-ridge": {
        "name": "Eagle Ridge",
        "km": 14.2,
        "climb": 980,
        "text": "A long spine of rock with the valley on both sides.",
    },
    "lake-loop": {
        "name": "Lake Loop",
        "km": 6.5,
        "climb": 120,
        "text": "Flat, shady and good with children. Bring a towel.",
    },
    "old-mill": {
        "name": "The Old Mill",
        "km": 9.1,
        "climb": 340,
        "text": "Up along the stream, past five weirs, to bread still warm.",
    },
}

app = Quart(__name__, template_folder="trails", static_folder="trails/static")
app.config["AJAXCRAWL_WAIT_FOR_BACKGROUND_JAVASCRIPT"] = 5.0  # the page settles within a second or two
app.config["AJAXCRAWL_LOCALE"] = "en-GB"


@app.get("/")
async def home() -> str:
    return await render_template("index.html", count=len(TRAILS))


@app.get("/weather")
async def weather_page() -> str:
    return await render_template("weather.html")


@app.get("/api/trails")
async def trails() -> Response:
    return jsonify([{"key": key, **trail} for key, trail in TRAILS.items()])


@app.get("/api/trails/<key>")
async def trail(key: str) -> Response:
    if key not in TRAILS:
        abort(404)
    return jsonify({"key": key, **TRAILS[key]})


@app.get("/api/weather")
async def weather() -> Response:
    return jsonify({"today": "Sunny, 14 °C", "tomorrow": "Showers from noon, 9 °C"})


app.asgi_app = AjaxCrawlMiddleware(app.asgi_app, settings=Settings.from_mapping(app.config))
