internal import Formatting
internal import Measures
internal import Metrics

/// The page's templates, in Mustache: two braces escape, three do not and are for our drawings
/// alone.
///
/// The program renders the front page. The rest is rendered in the browser when it is looked at,
/// by the same templates, which the page carries.
enum ReportTemplates {
  static let all: [(name: String, text: String)] =
    [("front", front), ("folder", folder), ("pack", pack), ("end", end)] + carried

  /// What the browser renders too.
  static let carried: [(name: String, text: String)] = [
    ("overview", overview), ("scenario", scenario), ("row", row), ("parts", parts),
    ("clusters", clusters), ("batches", batches), ("callouts", callouts), ("stale", stale),
    ("assumptions", assumptions), ("variants", variants), ("words", words), ("why", why),
    ("history", history),
  ]

  private static let front = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>MapReplay: {{headline}}</title>
    <style>
    {{{style}}}</style>
    </head>
    <body{{#isGood}} class="passed"{{/isGood}}>
    <header>
    <p class="over">MapReplay {{version}} · {{build}}</p>
    <h1 class="{{#isGood}}good{{/isGood}}{{^isGood}}bad{{/isGood}}">{{headline}}</h1>
    <p class="over">{{verdict}}</p>
    </header>
    <main>
    <div id="front">
    <p id="lost" class="more" role="status"></p>
    <div class="answers">
    {{#answers}}
    <a class="answer" href="#{{anchor}}"><span class="asked">{{title}}</span>
    <span class="number">{{number}}</span><span class="words">{{words}}</span></a>
    {{/answers}}
    </div>
    {{#contradictions}}
    <p class="failure"><b>{{.}}</b></p>
    {{/contradictions}}
    {{#failures}}
    <a class="failure" href="#{{anchor}}"><b>{{title}}</b><span>{{complaint}}</span>
    <code>{{place}}</code></a>
    {{^empty(details)}}
    <details class="followers"><summary>what happened then</summary>
    <ul>{{#details}}<li>{{.}}</li>{{/details}}</ul></details>
    {{/empty(details)}}
    {{^empty(followers)}}
    <details class="followers"><summary>follows from it: {{followerCount}}</summary>
    <ul>{{#followers}}<li>{{place}}: {{complaint}}</li>{{/followers}}</ul></details>
    {{/empty(followers)}}
    {{/failures}}
    <p class="more">{{moreFailures}}</p>
    {{#changed}}
    <details class="followers changed"{{#isOpen}} open{{/isOpen}}><summary>{{title}}</summary>
    <ul>{{#rows}}<li><a{{^empty(anchor)}} href="#{{anchor}}"{{/empty(anchor)}}><b>{{id}}</b> \
    {{words}}</a></li>
    {{/rows}}{{#others}}<li>{{.}}</li>{{/others}}</ul>
    <p class="more">{{more}}</p></details>
    {{/changed}}
    {{#countsFindings}}
    <p class="failure"><b>{{.}}</b></p>
    {{/countsFindings}}
    {{^empty(warnings)}}
    <details class="followers"><summary>{{warningCount}}</summary>
    {{#warnings}}
    <a class="warning" href="#{{anchor}}"><b>{{title}}</b><span>{{sentence}}</span></a>
    {{/warnings}}
    <p class="more">{{moreWarnings}}</p>
    </details>
    {{/empty(warnings)}}
    <section id="scenarios">
    <h2>Every scenario</h2>
    <form id="find" role="search" hidden>
    <label>Search <input type="search" name="text"></label>
    <label>Show <select name="state"><option value="">all</option>
    {{#states}}<option value="{{.}}">{{.}}</option>{{/states}}</select></label>
    <label>Folder <select name="folder"><option value="">all</option>
    {{#folderNames}}<option value="{{.}}">{{.}}</option>{{/folderNames}}</select></label>
    <label>Tag <select name="tag"><option value="">all</option>
    {{#tags}}<option value="{{.}}">{{.}}</option>{{/tags}}</select></label>
    <label>Sort by <select name="sort"><option value="">folder</option>
    {{#cellTitles}}<option value="{{index}}">worst {{title}}</option>{{/cellTitles}}
    </select></label>
    <button type="reset">Reset</button>
    <output></output>
    </form>
    <div class="rows">
    <p class="titles"><span>scenario</span>{{#cellTitles}}<span>{{title}}</span>{{/cellTitles}}</p>
    <ul id="found" hidden></ul>
    <div id="folders">
    {{#folders}}{{> folder}}{{/folders}}
    </div>
    </div>
    <p class="more">{{moreRows}}</p>
    </section>
    {{^empty(strips)}}<noscript><section id="strips">
    <h2>Film strips</h2>
    <p class="help">What failed comes first, then a session of each folder, as far as there is room.
    With scripts this page plays every session.</p>
    <svg class="defs" aria-hidden="true"><defs>
    {{{stripDefinitions}}}</defs></svg>
    {{#strips}}<h3>{{title}}</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="{{title}}">{{{svg}}}</div>
    {{/strips}}</section></noscript>{{/empty(strips)}}
    {{#sections}}
    <section id="{{anchor}}">
    <h2>{{title}}</h2>
    <p class="help">{{help}}</p>
    <p><b>{{number}}</b> {{words}}</p>
    {{#hasRows}}<details class="part" data-part="table {{anchor}}">
    <summary>The table of all sessions</summary></details>{{/hasRows}}
    </section>
    {{/sections}}
    <section id="canaries">
    <h2>Expected failures (canaries)</h2>
    <p class="help">Canaries are sessions with a planted mistake. Each must fail, with exactly the
    named metrics; one that does not shows that the harness is broken.</p>
    {{^canaries}}<p class="nothing">This run has no canaries.</p>{{/canaries}}
    {{#canaries}}
    <p>{{sentence}}</p>
    <div class="cards">{{#wrong}}
    <a class="canary" href="#{{anchor}}"><b>{{title}}</b> <span class="badge bad">not caught</span>
    <span>must fail with {{must}}; failed with {{did}}</span></a>
    {{/wrong}}</div>
    {{/canaries}}
    </section>
    {{#history}}<section id="history">
    <h2>What changed over the runs?</h2>
    <p>{{sentence}}</p>
    {{#hasCharts}}<details class="part" data-part="history">
    <summary>Charts of what changed</summary></details>{{/hasCharts}}
    </section>{{/history}}
    <section id="more">
    <h2>What stands behind the numbers</h2>
    {{#hasAssumptions}}<details class="part" data-part="assumptions">
    <summary>Assumptions: device profiles, and options in force</summary></details>
    {{/hasAssumptions}}
    {{^empty(environment)}}<details class="part"><summary>Where and when the run was made</summary>
    <ul class="assumed">{{#environment}}<li><span>{{name}}</span> <div>{{value}}</div></li>
    {{/environment}}</ul></details>{{/empty(environment)}}
    <details class="part" data-part="words"><summary>What the numbers mean</summary></details>
    </section>
    </div>
    <div id="session" hidden></div>
    </main>
    <footer>
    <p><b>Reproduce</b> this run: <code>{{command}}</code></p>
    <p><b>Facts</b> are exact and the same on every machine: counts, rectangles and simulated times.
    Simulated times follow from the costs of a device profile, which are <b>assumptions</b>: they
    compare designs, not devices. {{limits}}</p>
    <p><b>Measurements</b> are times of the machine that made the run. They vary and decide
    nothing; allocator: {{allocator}}.</p>
    <noscript><p>Without scripts this page shows its front and some film strips.</p></noscript>
    </footer>
    {{#carried}}
    <script type="text/x-mustache" id="template-{{name}}">{{{text}}}</script>
    {{/carried}}

    """

  private static let pack = """
    <script type="text/plain" class="pack" data-template="{{template}}"
    data-parts="{{parts}}">{{{letters}}}</script>

    """

  private static let end = """
    <script>
    {{{player}}}</script>
    <script>
    {{{charting}}}</script>
    <script>
    {{{script}}}</script>
    </body>
    </html>

    """

  private static let folder = """
    <h3>{{name}} <small>{{outcome}}</small></h3>
    <ul>
    {{#files}}
    {{#isSingle}}{{#rows}}{{> row}}{{/rows}}{{/isSingle}}
    {{^isSingle}}<li class="{{kind}}"><details><summary>{{name}} <small>{{count}}</small></summary>
    <noscript><ul>{{#rows}}{{> row}}{{/rows}}</ul></noscript></details></li>{{/isSingle}}
    {{/files}}
    </ul>

    """

  /// A session in a list.
  private static let row = """
    <li class="{{kind}}"><a href="#{{anchor}}">{{title}}</a>\
    {{#cells}}<span>{{.}}</span>{{/cells}}</li>

    """

  private static let words = """
    {{#words}}
    <h3 class="heading">{{group}}</h3>
    <ul class="words">{{#metrics}}<li><span>{{name}}</span> <span>{{help}}</span></li>
    {{/metrics}}</ul>
    {{/words}}

    """

  private static let overview = """
    <div class="scroll"><table class="overview{{#hasCriteria}} narrow{{/hasCriteria}}">
    <thead><tr><th>scenario</th>
    {{#columns}}<th{{#isUpright}} class="upright"{{/isUpright}} title="{{help}}">\
    <span>{{title}}</span></th>{{/columns}}
    {{#hasRange}}<th class="wide">latency without fade, p50 to max</th>{{/hasRange}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr{{#isGood}} class="passed"{{/isGood}}><th><a href="#{{anchor}}">
    <i class="{{#isGood}}good{{/isGood}}{{^isGood}}bad{{/isGood}}">
    </i>{{title}}</a></th>
    {{#cells}}<td data-label="{{label}}" class="{{kind}}" title="{{exact}}">
    {{#meter}}<span class="meter"><i style="width:{{.}}%"></i></span>{{/meter}}
    {{text}}</td>{{/cells}}
    {{#hasRange}}<td class="wide"><span class="range">{{{range}}}</span></td>{{/hasRange}}</tr>
    {{/rows}}
    </tbody>
    </table>
    {{#notes}}<p class="help">{{.}}</p>{{/notes}}
    {{#isCut}}<p class="nothing">{{leftOut}}</p>
    {{/isCut}}</div>
    {{#hasCriteria}}<ul class="criteria">{{#criteria}}<li>{{.}}</li>{{/criteria}}</ul>
    {{/hasCriteria}}

    """

  private static let scenario = """
    <article class="scenario{{#isGood}} passed{{/isGood}}">
    <p class="back"><a href="#scenarios">‹ Every scenario</a></p>
    <h2 tabindex="-1"><span class="badge {{#isGood}}good{{/isGood}}{{^isGood}}bad{{/isGood}}">\
    {{outcome}}</span> {{title}}</h2>
    <p class="highlights">{{#highlights}}<span><small>{{label}}</small> {{text}}</span>
    {{/highlights}}</p>
    <p class="file"><code>{{file}}</code>{{#tags}}<span class="tag">{{.}}</span>{{/tags}}</p>
    <p class="file">Reproduce:
    <code>{{command}}</code></p>
    <svg class="defs" aria-hidden="true"><defs>
    {{{definitions}}}</defs></svg>
    {{#isCanary}}<p class="help">{{canary}}</p>{{/isCanary}}
    {{#isAborted}}<p class="warning"><span>{{abort}}</span></p>{{/isAborted}}
    {{#warnings}}<p class="warning"><span>{{.}}</span></p>{{/warnings}}
    {{^empty(verdicts)}}
    <h3>Expectations</h3>
    <ul class="verdicts">
    {{#verdicts}}
    <li class="{{kind}}"><i title="{{outcome}}">{{sign}}</i><span>{{rule}}{{^empty(finding)}}
    <em>{{finding}}</em>{{/empty(finding)}}</span>
    <b>{{found}}</b><small>{{place}}</small></li>
    {{/verdicts}}
    </ul>
    {{/empty(verdicts)}}
    {{^verdicts}}<p class="nothing">{{#isAborted}}Its expectations were not judged.{{/isAborted}}\
    {{^isAborted}}The scenario expects nothing.{{/isAborted}}</p>{{/verdicts}}
    {{^empty(whys)}}
    <h3>Why did it fail?</h3>
    {{#whys}}{{> why}}{{/whys}}
    {{/empty(whys)}}
    {{#changed}}
    <h3>{{title}}</h3>
    {{^empty(rows)}}<div class="scroll"><table class="plain">
    <thead><tr><th>metric</th><th>committed</th><th>now</th></tr></thead>
    <tbody>{{#rows}}<tr><th>{{name}} <small>{{part}}</small></th>
    <td{{#isLong}} class="text"{{/isLong}}>{{old}}</td>
    <td class="{{kind}}{{#isLong}} text{{/isLong}}">{{new}}</td></tr>
    {{/rows}}</tbody></table></div>{{/empty(rows)}}
    <p class="more">{{more}}</p>
    {{/changed}}
    {{#sessionPlayer}}
    <div class="player" data-player="{{.}}">
    <h3>The session, in simulated time</h3>
    {{^empty(rivals)}}<label class="beside">Beside it <select><option value="">nothing</option>
    {{#rivals}}<option value="{{part}}">{{title}}</option>{{/rivals}}</select></label>
    {{/empty(rivals)}}
    <div class="stage"></div>
    <p class="help end" hidden>{{sceneEnd}}</p>
    <h3>Moments</h3>
    <div class="moments"></div>
    </div>
    {{/sessionPlayer}}
    {{^empty(pictures)}}
    <h3>The map at chosen moments</h3>
    <p class="help">The frame is the view. Pale views are in the margin around it; rectangles are
    images, with a dot at their place; a disc is a cluster, a rectangle with a number one whose
    points are at one location, both as large as their view; grey lines are cells, red is selected,
    dashed is what must be seen. A dot in a ring is the user; lines and tinted shapes are
    overlays, those in front over the others. An arrow points north on a turned map. A callout has a
    green outline when it keeps every criterion, a red one when it breaks any, and a grey one when
    it was not judged.{{#hasBars}} Hatched areas are bars that cover the map.{{/hasBars}}</p>
    <div class="pictures">
    {{#pictures}}
    <figure style="width:{{width}}px">{{{svg}}}<figcaption><b>{{title}}</b><span>{{time}}</span>
    <span class="step">{{step}}</span>
    {{#hasLeft}}<span class="remnants">{{left}}</span>{{/hasLeft}}
    {{#isBroken}}<span class="complaint">{{subject}}broken: {{broken}}</span>{{/isBroken}}
    {{^empty(unjudged)}}<span class="unjudged">{{subject}}{{unjudged}}</span>
    {{/empty(unjudged)}}</figcaption>
    </figure>
    {{/pictures}}
    </div>
    <p class="more">{{morePictures}}</p>
    {{/empty(pictures)}}
    {{#clusters}}
    {{> clusters}}
    {{/clusters}}
    {{^empty(charts)}}<h3>Charts</h3>
    <div class="charts" data-charts="charts"></div>{{/empty(charts)}}
    {{{updates}}}
    {{#batches}}
    {{> batches}}
    {{/batches}}
    <h3>Numbers</h3>
    <div class="groups">
    {{#groups}}
    <div class="group"><h4 class="heading">{{group}}</h4><ul class="values">
    {{#values}}<li><span>{{name}}</span> <b{{{attributes}}}>{{text}}</b></li>
    {{/values}}</ul></div>
    {{/groups}}
    </div>
    {{#marks}}
    {{> parts}}
    {{/marks}}
    {{#steps}}
    {{> parts}}
    {{/steps}}
    {{#hasCallouts}}
    {{> callouts}}
    {{/hasCallouts}}
    {{^empty(staleReuses)}}
    {{> stale}}
    {{/empty(staleReuses)}}
    {{#real}}
    <h3>Real times</h3>
    <p class="help">Measured on the machine that made the run, with nothing else at work; the
    whole replay took {{time}}.</p>
    <div class="scroll"><table class="plain">
    <thead><tr><th>phase</th><th>times</th><th>p50</th><th>p90</th><th>p99</th><th>max</th>
    </tr></thead>
    <tbody>{{#phases}}<tr><th>{{name}} <small>{{help}}</small></th><td>{{count}}</td>
    <td>{{p50}}</td><td>{{p90}}</td><td>{{p99}}</td><td>{{max}}</td></tr>{{/phases}}</tbody>
    </table></div>
    {{/real}}
    {{^real}}<p class="nothing">No real times: facts only.</p>{{/real}}
    {{#allocations}}<h3>Allocations</h3>
    <p>{{.}}</p>{{/allocations}}
    <h3>Assumed</h3>
    <ul class="assumed">
    <li><span>device</span> <div>{{device}} <small>{{costs}} (assumptions)</small></div></li>
    {{#clusterings}}<li><span>clustering of {{layer}}</span> <div>{{words}}
    <small>{{fixes}}</small></div></li>{{/clusterings}}
    {{#options}}<li><span>{{name}}</span> <div{{^isDefault}} class="other"{{/isDefault}}>{{value}}
    {{^isDefault}}<small>not the default</small>{{/isDefault}}</div></li>{{/options}}
    <li><span>seed</span> <div>{{seed}}</div></li>
    <li><span>digest</span> <div><code>{{digest}}</code></div></li>
    </ul>
    {{#variantsPart}}<div data-part="{{.}}"></div>{{/variantsPart}}
    </article>

    """

  private static let history = """
    <div class="charts">
    {{#charts}}<figure class="chart"><img alt="{{title}}" src="{{source}}">
    <details><summary>The numbers as a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="{{title}}"><table class="plain">
    <thead><tr>{{#columns}}<th>{{.}}</th>{{/columns}}</tr></thead>
    <tbody>{{#rows}}<tr><th>{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>{{/rows}}</tbody>
    </table></div></details></figure>
    {{/charts}}</div>

    """

  private static let why = """
    <div class="why">
    <h4>{{rule}}</h4>
    <p class="complaint">{{finding}}</p>
    <table class="plain"><tbody>
    {{#times}}<tr><th>{{name}}</th><td class="text">at {{time}}</td></tr>
    {{/times}}
    <tr><th>written in</th><td class="text"><code>{{place}}</code></td></tr>
    </tbody></table>
    {{^empty(source)}}<pre tabindex="0" aria-label="source line">{{source}}</pre>{{/empty(source)}}
    <div class="moments" data-moments="{{moments}}"></div>
    {{^empty(events)}}
    <p>What happened around it:</p>
    <ol class="log">
    {{#events}}<li{{#isOffence}} class="bad"{{/isOffence}}>{{text}}</li>
    {{/events}}
    </ol>
    {{/empty(events)}}
    <p><b>Look at</b> {{lookAt}}</p>
    </div>

    """

  /// A table with a row for each mark or step.
  private static let parts = """
    <h3>{{title}}</h3>
    <div class="scroll"><table class="plain">
    <thead><tr><th></th>{{#columns}}<th title="{{help}}">{{title}}</th>{{/columns}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr{{#id}} id="{{.}}"{{/id}}><th style="--depth:{{indent}}">{{name}}
    <small>{{note}}</small></th>
    {{#cells}}<td{{{attributes}}}>{{text}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody></table></div>

    """

  private static let stale = """
    <h3>Views with stale state</h3>
    <p class="help">Each was shown with state of an earlier use.</p>
    <div class="scroll"><table class="plain">
    <thead><tr><th>during</th><th>at</th><th>view</th><th>shown for</th>
    <th class="text">stale state</th></tr>
    </thead>
    <tbody>
    {{#staleReuses}}
    <tr><th>{{step}} <small>{{line}}</small></th><td>{{time}}</td><td>{{view}}</td>
    <td>annotation {{annotation}}</td><td class="text">{{leaks}}</td></tr>
    {{/staleReuses}}
    </tbody></table></div>
    <p class="more">{{moreStaleReuses}}</p>

    """

  private static let assumptions = """
    <p class="help">{{sentence}}</p>
    <div class="scroll"><table class="plain">
    <thead><tr><th>device profile</th><th class="text">costs</th></tr></thead>
    <tbody>{{#devices}}<tr><th>{{name}}</th><td class="text">{{#costs}}{{.}}\
    {{^last()}} · {{/last()}}{{/costs}}</td></tr>{{/devices}}</tbody>
    </table></div>
    {{^empty(options)}}
    <p class="help">No publication settles these decisions of the model.</p>
    <div class="scroll"><table class="plain">
    <thead><tr><th>option</th><th class="text">default</th><th class="text">otherwise</th></tr>
    </thead>
    <tbody>{{#options}}<tr><th>{{name}}</th><td class="text">{{default}}</td>
    <td class="text other">{{exceptions}}</td></tr>{{/options}}</tbody></table></div>
    {{/empty(options)}}

    """

  private static let variants = """
    <h3>{{title}}</h3>
    <p class="help">{{help}}</p>
    <div class="variants">
    {{#isEmpty}}<p class="nothing">Its variants do not differ.</p>{{/isEmpty}}
    <div class="scroll"><table>
    <thead><tr><th></th>
    {{#columns}}<th><a href="#{{anchor}}" title="{{modes}}"><i class="{{#isGood}}good{{/isGood}}\
    {{^isGood}}bad{{/isGood}}"></i>{{name}}</a></th>{{/columns}}</tr></thead>
    {{#groups}}
    <tbody>
    <tr class="heading"><th colspan="{{span}}">{{name}}</th></tr>
    {{#rows}}
    <tr><th title="{{help}}">{{name}} <small>{{scope}}</small></th>
    {{#cells}}<td class="{{kind}}" title="{{exact}}">{{text}}
    {{#rules}}<small class="{{kind}}">{{words}}</small>{{/rules}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody>
    {{/groups}}
    </table></div>
    </div>

    """

  private static let clusters = """
    <h3>Clusters</h3>
    <div class="health">
    {{#parts}}
    <div class="group"><b>{{title}}</b><p>{{sentence}}</p>
    <div class="counts">{{#counts}}<span title="{{help}}"><b class="{{kind}}">{{text}}</b>
    <small>{{name}}</small></span>{{/counts}}</div></div>
    {{/parts}}
    </div>

    """

  private static let batches = """
    <h3>Latency over the session</h3>
    <p class="help">Updates by the batches that had arrived when they were requested. Latency
    is modelled, from the trigger until the old clusters are removed; real compute is what the
    phases of an update from query to diff took on the machine that made this page, without index,
    wait and fade. {{starNote}}</p>
    {{^empty(batchCharts)}}<div class="charts" data-charts="batchCharts"></div>
    {{/empty(batchCharts)}}
    <div class="scroll"><table class="plain">
    <thead><tr><th></th>{{#titles}}<th>{{.}}</th>{{/titles}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr><th>{{name}}</th>{{#cells}}<td>{{.}}</td>{{/cells}}</tr>
    {{/rows}}
    </tbody></table></div>

    """

  private static let callouts = """
    <h3>Callouts</h3>
    <p class="help">{{calloutSentence}}</p>
    {{^empty(calloutFaults)}}
    <div class="scroll"><table class="plain">
    <thead><tr><th>criterion</th><th>broken by</th><th>worst</th><th>allowed</th>
    <th class="text">opened by</th></tr></thead>
    <tbody>
    {{#calloutFaults}}
    <tr><th>{{help}}</th><td class="bad">{{count}}</td><td>{{amount}}</td><td>{{allowed}}</td>
    <td class="text">{{step}} <small>callout {{callout}}, {{place}}</small></td></tr>
    {{/calloutFaults}}
    </tbody></table></div>
    <p class="help">The worst, dotted where they opened and full where they settled\
    {{#hasWorstBars}}; hatched areas are bars that cover the map{{/hasWorstBars}}.</p>
    <div class="pictures">
    {{#worstCallouts}}
    <figure style="width:{{width}}px">{{{svg}}}<figcaption><b>{{title}}</b><span>{{time}}</span>
    <span class="step">{{place}}</span><span class="complaint">{{amounts}}</span></figcaption>
    </figure>
    {{/worstCallouts}}
    </div>
    {{/empty(calloutFaults)}}
    <div class="scroll"><table class="plain">
    <thead><tr><th>opened by</th><th>at</th>
    \(criterionTitles)
    <th>overflow</th><th>excess shift</th><th>region changes</th></tr></thead>
    <tbody>
    {{#callouts}}
    <tr><th>{{step}} <small>callout {{number}}</small></th><td>{{time}}</td>
    {{#isJudged}}{{#criteria}}<td class="sign {{kind}}" title="{{word}}">{{sign}}</td>{{/criteria}}
    {{/isJudged}}
    {{^isJudged}}<td class="none" colspan="{{criterionCount}}">never settled</td>{{/isJudged}}
    <td>{{overflow}}</td><td>{{excess}}</td><td>{{regions}}</td></tr>
    {{/callouts}}
    </tbody></table></div>
    <p class="more">{{moreCallouts}}</p>
    {{^empty(timelines)}}
    <h3>What happened to the callouts</h3>
    <div class="scroll"><table class="plain">
    <thead><tr><th>opened by</th><th class="text">history</th></tr></thead>
    <tbody>
    {{#timelines}}
    <tr><th>{{step}} <small>callout {{number}}</small></th><td class="text"><ul class="life">
    {{#entries}}<li><small>{{time}}</small>{{words}}</li>
    {{/entries}}</ul></td></tr>
    {{/timelines}}
    </tbody></table></div>
    <p class="more">{{moreTimelines}}</p>
    {{/empty(timelines)}}

    """

  private static var criterionTitles: String {
    Criterion.allCases.map { criterion in
      "<th class=\"upright\" title=\"\(Escape.markup(criterion.metric.definition.help))\">"
        + "<span>\(Escape.markup(criterion.title))</span></th>"
    }.joined(separator: "\n")
  }
}
