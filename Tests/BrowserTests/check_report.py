"""Opens reports in headless Chromium and looks at them as a reader would.

    check_report.py ALL NAMES ADJUSTERS FOLDER

ALL is the report of every scenario, NAMES one of scenarios whose names are markup, ADJUSTERS the
page of the adjusters, FOLDER takes the screenshots. Ends with 1 when anything is not as it should
be. Times are printed and decide nothing.
"""

import importlib.util
import json
import os
import shutil
import statistics
import sys
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

WIDE, NARROW = (1280, 720), (390, 844)
BYTES, BYTES_PER_SESSION, ELEMENTS, HEIGHT = 3_400_000, 8_192, 3_000, 6_000
AXE = os.path.join(
    importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0], "axe.min.js")

faults = []


def check(is_good, words):
    """Notes what is not as it should be."""
    if not is_good:
        faults.append(words)
        print(f"wrong: {words}")


class Reader:
    """Somebody with a browser."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        # Containers run as root, and have little shared memory.
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--disable-gpu", "--hide-scrollbars"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)

    def open(self, path, place="", size=WIDE, scheme="light", has_scripts=True):
        """Opens a report at a place of it."""
        send = self.driver.execute_cdp_cmd
        send("Emulation.setScriptExecutionDisabled", {"value": not has_scripts})
        send("Emulation.setEmulatedMedia",
             {"features": [{"name": "prefers-color-scheme", "value": scheme},
                           {"name": "prefers-reduced-motion", "value": "reduce"}]})
        send("Emulation.setDeviceMetricsOverride",
             {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == NARROW})
        self.driver.get("about:blank")
        self.driver.get(f"file://{os.path.abspath(path)}{place}")

    def ask(self, script, *arguments):
        """What a script in the page says."""
        return self.driver.execute_script(f"return {script}", *arguments)

    def wait(self, script, words):
        """Waits until a script in the page says yes."""
        try:
            # A page that draws itself anew fails to answer for a moment, a busy machine for long.
            WebDriverWait(self.driver, 60, 0.02, [Exception]).until(lambda _: self.ask(script))
        except Exception as error:  # The waiting came to its end, whatever the driver calls that.
            check(False, f"{words} ({type(error).__name__})")

    def unfold(self):
        """Unfolds all sections of a session."""
        self.ask("document.querySelectorAll('.section').forEach((one) => { one.open = true; })")

    def find(self, selector):
        """The elements that a selector means."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def check_axe(self, words):
        """Notes what people who cannot see or point would stumble over."""
        with open(AXE, encoding="utf-8") as file:
            self.driver.execute_script(file.read())
        found = self.driver.execute_async_script(
            "axe.run(document).then(arguments[arguments.length - 1])")
        for violation in found["violations"]:
            first = violation["nodes"][0]["html"][:120]
            check(False, f"{words}: {violation['id']}, {len(violation['nodes'])} times: {first}")

    def check_width(self, words):
        """Notes whether the page has to be scrolled sideways."""
        width = self.ask("document.documentElement.scrollWidth")
        check(width <= self.ask("innerWidth"), f"{words}: {width} points wide")

    def picture(self, folder, name):
        """Keeps what the page looks like."""
        self.driver.execute_script("scrollTo(0, 0)")
        height = min(self.ask("document.documentElement.scrollHeight"), 2_400)
        width = self.ask("innerWidth")
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.save_screenshot(os.path.join(folder, f"{name}.png"))

    def check_logs(self):
        """Notes complaints of the console, and what the page asked of the network."""
        for entry in self.driver.get_log("browser"):
            check(False, f"console: {entry['message'][:200]}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            address = message["params"]["request"]["url"]
            is_own = address.startswith(("file:", "data:", "blob:", "about:", "chrome:"))
            check(is_own, f"the page asks for {address[:100]}")


def check_front(reader, path):
    """The front of all scenarios: its size, its time, what is folded."""
    size = os.path.getsize(path)
    check(size < BYTES, f"the page has {size:,} bytes")
    reader.open(path)
    count = reader.ask("document.querySelectorAll('*').length")
    check(count < ELEMENTS, f"{count:,} elements when it opens")
    timing = "performance.getEntriesByType('navigation')[0]"
    print(f"{size:,} bytes, {count:,} elements, interactive after "
          f"{reader.ask(timing + '.domInteractive'):.0f} ms, "
          f"loaded after {reader.ask(timing + '.loadEventEnd'):.0f} ms")
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    print(f"first paint after {reader.ask(paint):.0f} ms (goal 250)")
    count = int(reader.ask("Parts.sessions().length"))
    check(size < BYTES_PER_SESSION * count, f"{size // count:,} bytes for each of {count} sessions")
    parts = reader.find("details[data-part]")
    check(len(parts) >= 6, f"{len(parts)} folded parts")
    for part in parts:
        name = part.get_attribute("data-part")
        reader.ask("arguments[0].open = true", part)
        reader.wait(f"document.querySelector('[data-part=\"{name}\"]').childElementCount > 1",
                    f"the part '{name}' is never drawn")


def check_list(reader, path):
    """The list: searched, filtered, sorted."""
    reader.open(path)
    rows = "document.querySelectorAll('#found > li').length"
    search = reader.find("#find [type=search]")[0]
    search.send_keys("near the edge")
    reader.wait(f"!document.getElementById('found').hidden && {rows} > 0", "nothing is found")
    texts = [link.text.lower() for link in reader.find("#found a")]
    check(all("edge" in text for text in texts), f"found for 'near the edge': {texts}")
    search.send_keys(" nowhere to be seen")
    reader.wait(f"{rows} === 0", "something is found that is not there")
    check(reader.ask("!document.getElementById('nothing').hidden"), "nothing found says nothing")
    search.clear()
    search.send_keys(" ")
    choose = "const form = document.getElementById('find');" \
        "form.elements[arguments[0]].value = arguments[1];" \
        "form.dispatchEvent(new Event('input', {bubbles: true}))"
    reader.driver.execute_script(choose, "state", "canary")
    reader.wait(f"{rows} > 20", "not all canaries are found")
    reader.driver.execute_script(choose, "sort", "0")
    check_address(reader)
    reader.find("#find button[type=reset]")[0].click()
    reader.wait("document.getElementById('found').hidden", "the list is not whole again")
    check_order(reader, choose, rows)


def check_address(reader):
    """What was asked of the list is an address: a reload and the way back show it again."""
    count = reader.ask("document.querySelectorAll('#found > li').length")
    shown = f"document.querySelectorAll('#found > li').length === {count}"
    check("state=canary" in reader.ask("location.hash"), "the address does not say what is shown")
    reader.driver.refresh()
    reader.wait(shown, "a reload shows another list")
    reader.find("#found a")[3].click()
    reader.wait("document.querySelector('#session .back [rel=next]')", "there is no next session")
    before = reader.ask("document.getElementById('session').dataset.id")
    reader.find("#session .back [rel=next]")[0].click()
    reader.wait(f"document.getElementById('session').dataset.id !== '{before}'",
                "next leads nowhere")
    reader.driver.back()
    reader.driver.back()
    reader.wait(f"document.getElementById('session').hidden && {shown}",
                "the way back does not lead to the list as it was")
    reader.find("#found a")[3].click()
    reader.wait("!document.getElementById('session').hidden", "a click shows no session")
    reader.find("body")[0].send_keys(Keys.ESCAPE)
    reader.wait("document.activeElement.matches('#found > li:nth-child(4) a')",
                "Escape does not lead back to the row")


def check_order(reader, choose, rows):
    """The worst come first, and what was not measured last."""
    for column, sign in [(0, 1), (1, -1)]:
        reader.driver.execute_script(choose, "sort", str(column))
        reader.wait(f"{rows} > 100", "the sorted list is empty")
        texts = [cell.text for cell in reader.find(f"#found span:nth-of-type({column + 1})")]
        numbers = [amount(text) for text in texts if text != "-"]
        check(len(numbers) > 50, f"{len(numbers)} numbers in column {column}")
        check(numbers == sorted(numbers, key=lambda number: -sign * number),
              f"column {column} is not sorted: {texts[:8]}")
        check("-" not in texts[:len(numbers)], f"column {column} begins with nothing")


def amount(text):
    """A number with its unit, in milliseconds or as it is."""
    words = text.replace(",", "").rstrip("*").split()
    return float(words[0]) * {"s": 1_000, "µs": 0.001}.get(words[-1], 1)


def check_sessions(reader, path):
    """Every session by its address, and the ways there and back."""
    reader.open(path)
    link = reader.find("#folders a")[0]
    link.click()
    reader.wait("!document.getElementById('session').hidden", "a click shows no session")
    reader.wait("document.activeElement.matches('#session h2')", "the title has no focus")
    reader.find("body")[0].send_keys(Keys.ESCAPE)
    reader.wait("document.getElementById('session').hidden", "Escape does not lead back")
    names = reader.ask("[...document.querySelectorAll('script.pack')]"
                       ".flatMap((pack) => pack.dataset.parts.split(' '))")
    names = [name for name in names if name.startswith("/")]
    check(len(names) > 300, f"{len(names)} sessions")
    start = time.monotonic()
    lasted, tall = [], []
    for name in names:
        opened = time.monotonic()
        reader.driver.execute_script("location.hash = arguments[0]", name)
        reader.wait(f"document.getElementById('session').dataset.id === decodeURIComponent('{name}')"
                    " && document.querySelector('#session article')", f"{name} is never drawn")
        lasted.append(time.monotonic() - opened)
        tall.append((reader.ask("document.documentElement.scrollHeight"), name))
        width = reader.ask("document.documentElement.scrollWidth")
        check(width <= WIDE[0], f"{name} is {width} points wide")
        text = reader.ask("document.getElementById('session').textContent")
        for word in ["{{", "undefined", "[object", "NaN"]:
            check(word not in text, f"{name} says '{word}'")
    print(f"{len(names)} sessions drawn in {time.monotonic() - start:.1f} s, each opened in "
          f"{1000 * statistics.median(lasted):.0f} ms (median, goal 150); they are "
          f"{statistics.median(tall)[0]:,} points tall, at most {max(tall)[0]:,}")
    check(max(tall)[0] < HEIGHT, f"{max(tall)[1]} is {max(tall)[0]:,} points tall when it opens")
    reader.open(path, "#Callouts/callout-near-the-edge/2")
    reader.wait("document.querySelector('#session .target')", "a step has no address")
    seen = """(() => {
      const top = document.querySelector('[data-player]').getBoundingClientRect().top;
      return top > -20 && top < window.innerHeight / 2;
    })()"""
    reader.wait(seen, "the address of a step does not show the map")
    reader.wait("document.querySelector('#session .target a')?.textContent === '2'",
                "a step has no link to itself")
    reader.open(path, "#Callouts/adjustment-takes-the-cluster-away")
    reader.wait("document.querySelector('#session article')", "a scenario has no address")
    reader.open(path, "#nobody/was-here")
    reader.wait("document.getElementById('lost').textContent.includes('nobody/was-here')",
                "an address that is none leads to the front without a word")


def check_charts(reader, path):
    """The charts of a session: paths, a table for each, and what is under the pointer."""
    reader.open(path, "#Clustering/pan-across-europe")
    reader.wait("document.querySelectorAll('#session .chart').length > 4", "no charts are drawn")
    reader.unfold()
    wrong = reader.ask("""[
      ...document.querySelectorAll('#session .chart')].filter((chart) => {
        chart.querySelector('details').open = true;
        return !chart.querySelector('svg path:not(.rule)') || !chart.querySelector('b').textContent
          || !chart.querySelector('svg').getAttribute('aria-label');
      }).map((chart) => chart.textContent)""")
    check(not wrong, f"charts without paths or titles: {wrong}")
    reader.wait("[...document.querySelectorAll('#session .chart')].every((chart) => "
                "chart.querySelectorAll('tbody tr').length > 0)", "a chart has no table")
    for text in ["NaN", "undefined", "Infinity"]:
        drawn = reader.ask("document.querySelector('#session .charts').innerHTML")
        check(text not in drawn, f"a chart has {text}")
    read = reader.ask("""(() => {
      const plot = document.querySelector('#session .plot');
      const box = plot.querySelector('svg').getBoundingClientRect();
      plot.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2 }));
      return document.querySelector('#session .read').textContent; })()""")
    check("update" in read and "compute" in read, f"under the pointer is '{read}'")
    reader.check_axe("the charts of a session")


def check_marks(reader, path):
    """The marks of a chart: each line says its name, and those below it have room."""
    for size in [WIDE, NARROW]:
        reader.open(path, "#Clustering/settings-changed-midway", size)
        reader.wait("document.querySelector('#session .contents')", "no session is drawn")
        reader.unfold()
        reader.wait("document.querySelector('#session .marks span[style]')", "no mark has a name")
        rows = reader.ask("""[...document.querySelectorAll('#session .marks')].map((row) => ({
          titles: [...row.parentNode.querySelectorAll('.near title')].map((a) => a.textContent),
          names: [...row.children].map((name) => name.textContent), width: row.offsetWidth,
          shown: [...row.children].filter((name) => !name.style.visibility)
            .map((name) => [name.offsetLeft, name.offsetLeft + name.offsetWidth]) }))""")
        for row in rows:
            check(len(row["names"]) > 4 and row["titles"] == row["names"], f"marks named {row}")
            ends = [0] + [end for _, end in row["shown"]]
            fit = all(left >= end for end, (left, _) in zip(ends, row["shown"]))
            # A long name may leave no room for another one on a phone.
            least = 2 if size == WIDE else 1
            check(len(row["shown"]) >= least and fit and ends[-1] <= row["width"],
                  f"no room at {size}: {row}")
        read = reader.ask("""(() => {
          const plot = document.querySelector('#session .plot');
          const box = plot.querySelector('svg').getBoundingClientRect();
          plot.dispatchEvent(new PointerEvent('pointermove', { clientX: box.right - 1 }));
          return document.querySelector('#session .read').textContent; })()""")
        check(f", after {rows[0]['names'][-1]}: " in read, f"at the last mark is '{read}'")
        reader.check_axe(f"marks at {size}")
        reader.check_width(f"marks at {size}")


CLOCK = "parseFloat(document.querySelector('.mp-clock').textContent)"
SEEK = "const range = document.querySelector('.mp-track input'); range.value = arguments[0];" \
    "range.dispatchEvent(new Event('input'))"
# Seeks once a frame for two seconds; the frames that the browser shows meanwhile.
SCRUB = """
const done = arguments[0];
const range = document.querySelector('.mp-track input');
let frames = 0;
let start;
requestAnimationFrame(function seek(time) {
  start ??= time;
  if (time - start > 2000) return done(1000 * frames / (time - start));
  frames += 1;
  range.value = range.max * (0.5 + 0.5 * Math.sin(frames / 20));
  range.dispatchEvent(new Event('input'));
  requestAnimationFrame(seek);
});
"""


# The median time of a seek until its frame has been drawn.
SEEKS = """
const done = arguments[0];
const range = document.querySelector('.mp-track input');
const times = [];
function seek() {
  if (times.length === 20) return done(times.sort((one, other) => one - other)[10]);
  const start = performance.now();
  range.value = range.max * Math.abs(Math.sin(times.length));
  range.dispatchEvent(new Event('input'));
  requestAnimationFrame(() => setTimeout(() => {
    times.push(performance.now() - start);
    seek();
  }));
}
seek();
"""


def check_screen(reader, path):
    """Map, timeline and buttons of one player, and of two, are on one screen."""
    for place in ["#Callouts/callout-near-the-edge@21.5s",
                  "#Callouts/adjustment-takes-the-cluster-away.upstream@1s"]:
        for size in [WIDE, (1366, 650), NARROW]:
            reader.open(path, place, size)
            reader.wait("document.querySelector('.mp-clock')?.textContent", "there is no player")
            if "upstream" in place:
                reader.driver.execute_script(BESIDE)
                reader.wait("document.querySelectorAll('.mp-map canvas').length === 2",
                            "there is one map")
            box = "document.querySelector('%s').getBoundingClientRect()"
            top, bottom = reader.ask(box % ".mp-map canvas" + ".top"), reader.ask(
                box % ".mp-bar" + ".bottom")
            check(bottom - top <= size[1] and bottom - top > 250,
                  f"the player of {place} takes {bottom - top:.0f} points of {size}")
            reader.check_width(f"the player at {size}")
            sides = reader.ask("[...document.querySelectorAll('.mp-map canvas')].map("
                               "(map) => map.getBoundingClientRect().top)")
            check(len(set(sides)) == 1, f"two maps are not beside each other at {size}: {sides}")


def check_moment(reader, path):
    """The address of a moment, the keys, the charts and the search of events lead to a time."""
    reader.open(path, "#Clustering/pan-across-europe@5.25s")
    reader.wait(f"{CLOCK} === 5.25", "the address of a moment does not lead there")
    check(reader.ask("document.querySelector('.mp-link').hash").endswith("@5.25s"),
          "the player does not say the address of its moment")
    reader.find(".mp")[0].send_keys("?")
    reader.wait("[...document.querySelectorAll('.mp-layers')].some((one) => one.open)",
                "? shows no keys")
    search = reader.find(".mp-head [type=search]")[0]
    search.send_keys("fling")
    reader.wait("[...document.querySelectorAll('.mp [role=option]:not([hidden])')].every("
                "(row) => /fling/.test(row.textContent))", "the search shows other events")
    check(len(reader.find(".mp [role=option]:not([hidden])")) > 0, "the search shows no event")
    reader.unfold()
    reader.wait("document.querySelector('#session .plot .cursor')?.style.left",
                "the charts do not show the time of the player")
    reader.driver.execute_script("""
      const plot = [...document.querySelectorAll('#session .plot')].find((plot) =>
        /\\d s$/.test(plot.parentNode.querySelector('.ends span').textContent));
      const box = plot.querySelector('svg').getBoundingClientRect();
      plot.dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width / 4 }));""")
    reader.wait(f"Math.abs({CLOCK} - 2.5) < 0.2", "a click in a chart does not lead to its time")
    head = "[...document.querySelectorAll('#session table')].find((table) => " \
        "table.querySelector('thead button') && table.tBodies[0].rows.length > 5)"
    reader.driver.execute_script(f"{head}.querySelectorAll('thead button')[1].click()")
    check(reader.ask(f"{head}.querySelector('[aria-sort=descending]') !== null"),
          "a title of a column does not sort")
    # What is unfolded by a click is remembered, and only that.
    reader.driver.execute_script("[...document.querySelectorAll('.contents button')].find("
                                 "(one) => one.textContent === 'Numbers').click()")
    reader.driver.execute_script("location.hash = '#Callouts/callout-near-the-edge'")
    reader.wait("document.querySelector('#session h2').textContent.includes('near the top')",
                "another session is not shown")
    check(reader.ask("[...document.querySelectorAll('.section')].every((one) => one.open ==="
                     " ['Expectations', 'Numbers'].includes(one.querySelector('h3').textContent))"),
          "what was unfolded by a click is folded again, or another section is not")
    check(reader.ask("document.querySelector('.contents button') !== null"), "no list of sections")
    search = reader.find(".mp-head [type=search]")[0]
    search.send_keys("nothing of the kind", Keys.ESCAPE)
    check(reader.ask("!document.getElementById('session').hidden"), "Escape in a search leaves")


def check_timeline(reader, path, folder):
    """The timeline zooms, shows the map under the pointer, and selects a range that all follow."""
    reader.open(path, "#Clustering/pan-across-europe@5.25s")
    reader.wait(f"{CLOCK} === 5.25", "there is no player")
    reader.unfold()
    track = reader.find(".mp-track input")[0]
    reader.driver.execute_script("document.documentElement.style.scrollBehavior = 'auto';"
                                 "arguments[0].scrollIntoView({ block: 'center' })", track)
    span = "(({ min, max }) => [min / 1e9, max / 1e9])(document.querySelector('.mp-track input'))"
    end = reader.ask(span)[1]
    ActionChains(reader.driver).move_to_element(track).scroll_from_origin(
        ScrollOrigin.from_element(track), 0, -240).perform()
    reader.wait(f"{span}[1] - {span}[0] < {end} * 0.6", "a wheel does not zoom the timeline")
    middle = sum(reader.ask(span)) / 2
    check(abs(middle - end / 2) < 0.1, f"it zooms at {middle}, not at the pointer")
    axis = "document.querySelector('#session .zoomed svg')?.getAttribute('viewBox')"
    reader.wait(f"{axis}?.startsWith('2')", "no chart shows the span of the timeline")
    hover = "document.querySelector('.mp-hover')"
    reader.wait(f"!{hover}.hidden && {hover}.querySelector('canvas').width > 40",
                "there is no picture of the time under the pointer")
    check(abs(reader.ask(f"parseFloat({hover}.textContent)") - middle) < 0.1,
          "the picture is of another time")
    check(reader.ask(CLOCK) == 5.25, "the pointer moves the scrubber")
    ActionChains(reader.driver).key_down(Keys.SHIFT).move_to_element(track).click_and_hold() \
        .move_by_offset(track.size["width"] // 4, 0).release().key_up(Keys.SHIFT).perform()
    figures = "document.querySelector('.mp-figures').textContent"
    reader.wait(f"/^\\d+.\\d+ s to /.test({figures})", "Shift and a drag select no range")
    check(reader.ask(CLOCK) == 5.25, "a drag that selects moves the scrubber")
    start, last = reader.ask(f"{figures}.match(/\\d+\\.\\d+/g).slice(0, 2).map(Number)")
    times = reader.ask("[...document.querySelectorAll('.mp [role=option]:not([hidden]) time')]"
                       ".map((time) => Number(time.textContent))")
    check(times and start <= min(times) and max(times) <= last,
          f"the list of {start} s to {last} s has events at {times}")
    reader.wait("document.querySelector('#session .plot .range:not([hidden])').offsetWidth > 20",
                "no chart shows the range")
    reader.check_axe("a range")
    reader.picture(folder, "range")
    play = reader.find(".mp-bar button:nth-of-type(3)")[0]
    reader.driver.execute_script(SEEK, last * 1e9 - 3e8)
    play.click()
    reader.wait(f"{CLOCK} === {last} && document.querySelector('.mp-bar button:nth-of-type(3)')"
                ".textContent === 'Play'", "it does not stop where the range ends")
    play.send_keys(Keys.ESCAPE)
    reader.wait(f"{figures}.startsWith('Whole')", "Escape does not clear the range")
    check(reader.ask("!document.getElementById('session').hidden"), "Escape leaves the session")


def check_inspection(reader, path):
    """What is on the map is inspected by keys and by clicks, and each event is a link."""
    for size in [WIDE, NARROW]:
        reader.open(path, "#Callouts/callout-near-the-edge@22.5s", size)
        reader.wait(f"{CLOCK} === 22.5", "there is no player")
        told = "document.querySelector('.mp-told')"
        reader.find(".mp")[0].send_keys("i")
        reader.wait(f"/view\\d+layercitiesstateon the map/.test({told}.textContent)",
                    "i inspects nothing")
        first = reader.ask(f"{told}.textContent")
        reader.find(".mp-inspect button")[1].send_keys(Keys.ENTER)
        reader.wait(f"{told}.textContent !== {json.dumps(first)}", "there is no next thing")
        reader.check_axe(f"an inspected view at {size}")
        reader.check_width(f"an inspected view at {size}")
    reader.find(".mp")[0].send_keys(Keys.ESCAPE)
    reader.wait("!document.querySelector('.mp-inspect').open", "Escape does not close the panel")
    # The callout is on the map, somewhere.
    found = reader.ask("""(() => {
      const map = document.querySelector('.mp-map canvas');
      const box = map.getBoundingClientRect();
      for (let y = 5; y < box.height; y += 5) {
        map.dispatchEvent(new MouseEvent('click',
          { clientX: box.left + box.width / 2, clientY: box.top + y }));
        if (document.querySelector('.mp-inspect').open) return true;
      }
    })()""")
    check(found, "a click on the map inspects nothing")
    address = reader.find(".mp [role=option]")[0].get_attribute("href")
    check("#/Callouts/callout-near-the-edge@" in address, f"an event has the address {address}")


def check_failures(reader, path):
    """Which session failed, why, where and what next, without a click; the source line with one."""
    for size in [WIDE, NARROW]:
        reader.open(path, "", size)
        seen = """((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return Boolean(box?.height) && box.top >= 0 && box.bottom <= innerHeight;
        })(arguments[0])"""
        for selector, words in [("h2 a", "which session failed"), (".reason p", "why it failed"),
                                (".reason code", "where that is written"),
                                (".reason .when", "when it went wrong"),
                                (".reason p:has(b)", "what to look at")]:
            check(reader.ask(seen, f".failure {selector}"), f"{words} is not seen at once at {size}")
        reader.wait("document.querySelector('.failure .moments canvas')?.width > 200",
                    "the failure has no picture")
        reader.find(".failure h2 a")[0].click()
        reader.wait("document.querySelector('.why pre')?.offsetParent",
                    "the source line is not seen after a click")
        reader.driver.back()
        reader.wait("document.getElementById('session').hidden", "there is no way back")
        reader.find(".failure .when")[0].click()
        reader.wait(f"{CLOCK} >= 0 && location.hash.includes('@')", "the moment is not shown")


BESIDE = "const beside = document.querySelector('.beside select');" \
    "beside.value = beside.options[1].value; beside.dispatchEvent(new Event('change'))"


def check_player(reader, path, folder):
    """The player: it plays, is scrubbed, goes on by events and steps, alone and by two."""
    reader.open(path, "#Callouts/callout-near-the-edge")
    reader.wait("document.querySelector('.mp-clock')?.textContent", "there is no player")
    check(reader.ask("document.activeElement.matches('#session h2')"), "the player takes the focus")
    reader.driver.execute_script(SEEK, 20.8e9)
    reader.wait(f"Math.abs({CLOCK} - 20.8) < 0.02", "the scrubber does not lead there")
    label = "document.querySelector('.mp-map canvas').getAttribute('aria-label')"
    reader.wait(f"/: \\d+ views, \\d+ clusters/.test({label})", "the map has no label")
    play = reader.find(".mp-bar button:nth-of-type(3)")[0]
    check(play.text == "Play", f"the third button is '{play.text}'")
    play.click()
    reader.wait(f"{CLOCK} > 21.5", "it does not play")
    reader.wait(f"{CLOCK} > 22.6 && document.querySelector('.mp-bar button:nth-of-type(3)')"
                ".textContent === 'Play'", "it does not stop at the end")
    reader.driver.execute_script(SEEK, 0)
    reader.wait(f"{CLOCK} === 0", "it does not go back")
    current = "document.querySelector('.mp-side [aria-selected=true]')?.textContent"
    reader.find(".mp-bar button[aria-label='next step']")[0].click()
    reader.wait(f"{CLOCK} > 0 && {current}?.includes('step')", "the list does not follow a step")
    before = reader.ask(CLOCK)
    reader.find(".mp-bar button[aria-label='next event']")[0].click()
    reader.wait(f"{CLOCK} > {before}", "there is no next event")
    reader.find(".mp-side [role=option]")[0].click()
    reader.wait(f"{CLOCK} <= {before}", "a row of the list does not lead to its event")
    reader.find(".mp")[0].send_keys(Keys.ARROW_RIGHT)
    stills = reader.find(".moments button")
    check(len(stills) == 3, f"{len(stills)} moments")
    stills[-1].click()
    reader.wait(f"{CLOCK} > 22", "a moment does not lead there")
    reader.open(path, "#Callouts/callout-near-the-edge/9")
    reader.wait(f"Math.abs({CLOCK} - 22.283) < 0.02", "the address of a step does not lead there")
    # Three steps stand at this time.
    now = "document.querySelector('.mp-now').textContent"
    reader.wait(f"{now}.startsWith('step 9,')", "the address of a step shows another one")
    reader.find(".mp-bar button[aria-label='previous step']")[0].click()
    reader.wait(f"{now}.startsWith('step 8,')", "a step before at the same time is passed over")
    check_tabs(reader)
    check_two(reader, path, folder)
    reader.open(path, "#Canaries/nothing-selected")
    reader.wait(f"/\\d{{3,}} views/.test({label})", "there are not many views")
    print(f"{reader.ask(label)}: {reader.driver.execute_async_script(SCRUB):.0f} frames a second "
          f"(goal 50), a seek takes {reader.driver.execute_async_script(SEEKS):.0f} ms (goal 30)")


TAB = "[...document.querySelectorAll('.mp-tabs button')].find((tab) =>" \
    "tab.textContent === arguments[0]).click()"


def check_tabs(reader):
    """The file with the lines of the step, and the step before and after."""
    reader.driver.execute_script(TAB, "Source")
    marked = "document.querySelector('.mp-source [aria-current]')"
    reader.wait(f"{marked}?.textContent.includes('- ')", "no line of the file is marked")
    place = f"{marked}.offsetTop - document.querySelector('.mp-source ol').scrollTop"
    check(0 <= reader.ask(place) <= 640, "the marked line is out of sight")
    reader.check_axe("the file of a session")
    reader.driver.execute_script(TAB, "Step")
    reader.wait("[...document.querySelectorAll('.mp-pair canvas')].filter((canvas) =>"
                "canvas.width > 50 && canvas.height > 50).length === 2", "a step has no pictures")
    reader.check_axe("a step of a session")


def check_two(reader, path, folder):
    """Two variants with one clock."""
    reader.open(path, "#Callouts/adjustment-takes-the-cluster-away.upstream")
    reader.wait("document.querySelector('.beside select')", "no variant can play beside it")
    reader.driver.execute_script(BESIDE)
    reader.wait("document.querySelectorAll('.mp-map canvas').length === 2", "there is one map")
    reader.driver.execute_script(SEEK, 3e9)
    reader.wait("[...document.querySelectorAll('.mp-map canvas')].every((canvas) =>"
                " canvas.getAttribute('aria-label').includes('3.0'))", "the clocks differ")
    reader.check_axe("two variants")
    reader.picture(folder, "two-variants")


def check_callouts(reader, path, folder):
    """A callout is judged by the time, and what is outside of the map is told."""
    reader.open(path, "#/Tests/BrowserTests/Scenarios/turned")
    state = "document.querySelector('.mp-map figcaption span:last-child').textContent"
    reader.wait(f"{state} === 'callout open, a criterion broken, 212 pt beyond the top edge'",
                "the player does not open with the offense")
    share = "(({value, max}) => value / max)(document.querySelector('.mp-track input'))"
    check(reader.ask(share) > 0.999, "the scrubber is not where the session ends")
    reader.picture(folder, "callout-outside")
    for step, words in [(5, "callout open, every criterion kept"),
                        (6, "callout open, 215 pt beyond the top edge, moved there by fingers: "
                            "not judged"),
                        (9, "callout open, every criterion kept"),
                        (11, "callout open, 212 pt beyond the top edge: not judged yet")]:
        reader.open(path, f"#/Tests/BrowserTests/Scenarios/turned/{step}")
        reader.wait(f"{state} === '{words}'", f"step {step} does not say '{words}'")
    places = "[...document.querySelectorAll('.why .moments span')].map((one) => one.textContent)"
    check("212 pt beyond the top edge" in reader.ask(places)[0],
          "the picture of the offense does not tell how far out it is")


def check_names(reader, path, folder):
    """Names of others are text."""
    reader.open(path)
    check("<script>window.isBroken" in reader.find("#folders a")[0].text, "a name is not shown")
    reader.find("#folders a")[0].click()
    reader.wait("document.querySelector('#session h2')", "the session is not shown")
    check("<script>" in reader.find("#session h2")[0].text, "the title is not shown")
    check(reader.ask("window.isBroken === undefined"), "a name was run as a script")
    reader.wait("document.querySelectorAll('.why .moments canvas').length > 0",
                "a failure has no picture")
    check("  simulated time: at most 1 ms\n" in reader.find(".why pre")[0].text,
          "a failure has no source line")
    reader.open(path)
    reader.find(".fold summary")[0].click()
    reader.wait("document.querySelectorAll('.fold li').length === 2", "variants do not unfold")
    reader.picture(folder, "variants")


def main():
    everything, names, adjusters, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    reader = Reader()
    check_front(reader, everything)
    check_list(reader, everything)
    check_sessions(reader, everything)
    check_charts(reader, everything)
    check_marks(reader, everything)
    check_screen(reader, everything)
    check_moment(reader, everything)
    check_timeline(reader, everything, folder)
    check_inspection(reader, everything)
    check_failures(reader, names)
    check_player(reader, everything, folder)
    check_callouts(reader, names, folder)
    check_names(reader, names, folder)
    places = {"front": (everything, ""), "session": (everything, "#Callouts/callout-near-the-edge"),
              "failure": (names, ""), "why": (names, "#/Tests/BrowserTests/Scenarios/markup"),
              "adjusters": (adjusters, "")}
    for name, (path, place) in places.items():
        for size in [WIDE, NARROW]:
            for scheme in ["light", "dark"]:
                words = f"{name} at {size[0]} points, {scheme}"
                reader.open(path, place, size, scheme)
                if place:
                    reader.wait("document.querySelector('#session article')", f"{words}: nothing")
                reader.check_axe(words)
                reader.check_width(words)
                reader.picture(folder, f"{name}-{size[0]}-{scheme}")
    reader.check_logs()
    reader.open(everything, has_scripts=False)
    check(len(reader.find("#folders li")) > 300, "without scripts there is no list")
    strips = reader.find("#strips svg.strip")
    check(len(strips) > 2, f"without scripts there are {len(strips)} film strips")
    check(all(strip.size["height"] > 100 for strip in strips), "a film strip is not drawn")
    reader.picture(folder, "no-scripts")
    reader.open(names, has_scripts=False)
    failed = [title.text for title in reader.find("#strips h3")]
    check(failed and "<script>" in failed[0], f"without scripts the failure has no strip: {failed}")
    reader.driver.quit()
    print("the report is as it should be" if not faults else f"{len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
