/// The page's templates, in Mustache: two braces escape, three do not and hold only our drawings.
extension AdjusterPage {
  static let pageTemplate = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>MapReplay: where callouts go wrong</title>
    <style>
    {{{style}}}</style>
    </head>
    <body>
    <svg class="defs" aria-hidden="true"><defs>
    \(patterns)</defs></svg>
    <header>
    <p class="over">MapReplay · adjusters</p>
    <h1>{{headline}}</h1>
    </header>
    <main>
    <div class="how">
    {{{sketch}}}
    <div>
    <p>Each cell of a map is a place on the screen of the phone. For each of them a pin stood there,
    its callout opened, and the adjuster was to make room for it: {{trials}} trials, each judged as
    the callouts of sessions are.</p>
    <dl class="assumed">{{#facts}}<div><dt>{{name}}</dt><dd>{{value}}</dd></div>{{/facts}}</dl>
    {{> legend}}
    </div>
    </div>
    <section id="compared">
    <h2>Side by side</h2>
    <p class="help">{{halves}}, at each place the worst of all latitudes. Below, how many of
    these trials keep the criterion.</p>
    <div class="scroll"><table class="compared">
    <thead><tr><th></th>{{#names}}<th><a href="#{{anchor}}">{{name}}</a></th>{{/names}}</tr></thead>
    <tbody>{{#compared}}
    <tr><th><b>{{code}}</b><span>{{title}}</span></th>
    {{#cells}}<td><a class="pair" href="#{{anchor}}">
    {{#halves}}{{{svg}}}{{/halves}}</a><span class="{{kind}}">{{kept}}</span></td>
    {{/cells}}</tr>
    {{/compared}}</tbody></table></div>
    </section>
    <section id="criteria">
    <h2>Every criterion</h2>
    <p class="help">How many trials keep it, {{#hasSizes}}those of all views and callouts together
    {{/hasSizes}}({{worldEndNote}}). {{brokenNote}}
    {{sessionNote}}</p>
    <div class="overview"><div class="scroll"><table class="plain kept">
    <thead><tr><th></th>{{#names}}<th><a href="#{{anchor}}">{{name}}</a></th>{{/names}}</tr></thead>
    <tbody>{{#criteria}}<tr><th title="{{help}}"><b>{{code}}</b> {{title}}</th>
    {{#cells}}<td class="{{kind}}">{{text}}</td>{{/cells}}</tr>
    {{/criteria}}</tbody></table></div></div>
    </section>
    {{#adjusters}}
    {{> adjuster}}
    {{/adjusters}}
    </main>
    </body>
    </html>

    """

  static let legendTemplate = """
    <div class="legend">
    {{#legend}}<div><b>{{title}}</b>{{#keys}}<span><i class="{{class}}"></i>{{text}}</span>{{/keys}}
    </div>{{/legend}}
    <div><b>otherwise</b><span><i class="k"></i>kept</span><span><i class="q6"></i>the map refused
    the move, or its callbacks come in no pairs</span><span><i class="we"></i>the world ends, no map
    can move on</span><span><i class="na"></i>not asked</span></div>
    </div>

    """

  static let adjusterTemplate = """
    <section id="{{anchor}}">
    <h2>{{name}}</h2>
    <p class="help verdict">{{verdict}}</p>
    <div class="overview"><div class="scroll"><table class="plain matrix">
    <thead><tr><th>% of places that break it<br><small>{{size}} the worst latitude</small></th>
    {{#zooms}}<th>{{level}}<br><small>{{name}}</small></th>{{/zooms}}
    <th class="text">worst</th></tr></thead>
    <tbody>{{#rows}}<tr><th title="{{help}}"><b>{{code}}</b> {{title}}</th>
    {{#cells}}<td class="{{kind}}" style="--share:{{share}}%">{{text}}</td>{{/cells}}
    <td class="text" title="{{place}}">{{worst}}</td></tr>
    {{/rows}}</tbody></table></div></div>
    {{#sizes}}
    {{> sizes}}
    {{/sizes}}
    {{#faults}}
    {{> fault}}
    {{/faults}}
    </section>

    """

  static let sizesTemplate = """
    <div class="overview sizes"><div class="scroll"><table class="plain matrix">
    <thead><tr><th rowspan="2">% of trials that break it<br>
    <small>by view and callout, in points</small></th>
    {{#views}}<th colspan="{{count}}">{{name}}</th>{{/views}}
    <th class="text" rowspan="2">first with</th>
    <th class="text" rowspan="2" title="how many views and callouts break it, of those that ask it">
    sizes</th></tr>
    <tr>{{#callouts}}<th><small>{{name}}<wbr>{{rest}}</small></th>{{/callouts}}</tr></thead>
    <tbody>{{#rows}}<tr><th title="{{help}}"><b>{{code}}</b> {{title}}</th>
    {{#cells}}<td class="{{kind}}" style="--share:{{share}}%">{{text}}</td>{{/cells}}
    <td class="text">{{first}}</td><td class="text">{{sizes}}</td></tr>
    {{/rows}}</tbody></table></div></div>

    """

  static let faultTemplate = """
    <details class="scenario" id="{{anchor}}"{{#isOpen}} open{{/isOpen}}>
    <summary><span class="badge bad">{{code}}</span><span class="title">{{title}}</span>
    <span class="said">{{sentence}}</span></summary>
    <div class="body maps">
    <figure class="large">{{{worst}}}<figcaption><b>how badly</b> worst of all</figcaption></figure>
    <figure class="large">{{{from}}}<figcaption><b>broken from</b>
    {{#keys}}<span><i class="{{class}}"></i>{{text}}</span>{{/keys}} {{direction}}</figcaption>
    </figure>
    <div class="small"><h3>By zoom level</h3><div class="row">
    {{#byZoom}}<figure>{{{svg}}}<figcaption>{{text}}</figcaption></figure>{{/byZoom}}</div>
    <h3>By latitude</h3><div class="row">
    {{#byLatitude}}<figure>{{{svg}}}<figcaption>{{text}}</figcaption></figure>{{/byLatitude}}</div>
    </div>
    </div>
    </details>

    """

  static let style = colours + maps + layout

  /// Blue for places, orange for scales: distinct to every eye, each from light to dark.
  ///
  /// On dark pages they run from dark to light. Zoom levels have the colours of viridis.
  static let colours = """
    :root { --kept: #e3eae6; --edge: #1b2330; --hatch0: #f6f7f9; --hatch1: #c9d0d9; --dot: #93a0ae;
    --p0: #d3e3f8; --p1: #abccf3; --p2: #7fb0ea; --p3: #4f8edb; --p4: #2c69bf; --p5: #184894;
    --p6: #0a285f; --s0: #fbe6cd; --s1: #fbcf9f; --s2: #f8b066; --s3: #ee8c35; --s4: #d36a14;
    --s5: #a34907; --s6: #692c04; --q: #a8327d; --on: #fff; }
    @media (prefers-color-scheme: dark) { :root {
    --kept: #262e39; --edge: #aab4c2; --hatch0: #181e27; --hatch1: #343e4c; --dot: #6b788a;
    --p0: #1d3557; --p1: #234a80; --p2: #2c63ad; --p3: #3d80d6; --p4: #69a3ee; --p5: #9cc5fa;
    --p6: #d8e9ff; --s0: #4a2f14; --s1: #6d3f10; --s2: #96560f; --s3: #c37016; --s4: #ea9137;
    --s5: #fab974; --s6: #ffe3c2; --q: #e272b8; --on: #0d1420; } }
    .p0 { --c: var(--p0); } .p1 { --c: var(--p1); } .p2 { --c: var(--p2); } .p3 { --c: var(--p3); }
    .p4 { --c: var(--p4); } .p5 { --c: var(--p5); } .p6 { --c: var(--p6); }
    .s0 { --c: var(--s0); } .s1 { --c: var(--s1); } .s2 { --c: var(--s2); } .s3 { --c: var(--s3); }
    .s4 { --c: var(--s4); } .s5 { --c: var(--s5); } .s6 { --c: var(--s6); }
    .q6 { --c: var(--q); } .k { --c: var(--kept); }
    .z0 { --c: #440154; } .z1 { --c: #482173; } .z2 { --c: #433e85; } .z3 { --c: #38598c; }
    .z4 { --c: #2d708e; } .z5 { --c: #25858e; } .z6 { --c: #1e9b8a; } .z7 { --c: #2ab07f; }
    .z8 { --c: #52c569; } .z9 { --c: #86d549; } .z10 { --c: #c2df23; } .z11 { --c: #fde725; }

    """

  /// What is hatched where nothing was asked, and dotted where the world ends.
  static let patterns = """
    <pattern id="hatch" width="2.4" height="2.4" patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"><rect class="h0" width="2.4" height="2.4"/>
    <rect class="h1" width=".7" height="2.4"/></pattern>
    <pattern id="ended" width="2" height="2" patternUnits="userSpaceOnUse"><rect class="k"
    width="2" height="2"/><circle class="h2" cx="1" cy="1" r=".42"/></pattern>

    """

  /// The style of maps alone.
  static let maps = """
    .heat path, .heat rect { fill: var(--c); shape-rendering: crispEdges; }
    .heat .na { fill: url(#hatch); } .heat .we { fill: url(#ended); }
    .heat .edge { fill: none; stroke: var(--edge); stroke-width: 1.2; shape-rendering: auto;
    vector-effect: non-scaling-stroke; }
    .h0 { fill: var(--hatch0); } .h1 { fill: var(--hatch1); } .h2 { fill: var(--dot); }
    pattern .k { fill: var(--kept); }

    """

  private static let layout = """
    .defs { position: absolute; width: 0; height: 0; }
    .heat { display: block; width: 100%; }
    .sketch .k { fill: var(--kept); } .sketch path.lines { fill: none; stroke: var(--hatch1);
    stroke-width: .6; shape-rendering: auto; }
    .sketch .body { fill: var(--card); stroke: var(--ink); stroke-width: 2; shape-rendering: auto; }
    .sketch .parent { fill: var(--accent); fill-opacity: .35; stroke: var(--accent);
    stroke-width: 2; shape-rendering: auto; }
    .sketch .here { fill: var(--accent); }
    .how { display: grid; grid-template-columns: 150px minmax(0, 1fr); gap: 32px;
    align-items: start; }
    .how p { margin: 0 0 14px; max-width: 70ch; }
    .legend { margin-top: 20px; display: grid; gap: 8px; font-size: 13px; color: var(--soft); }
    .legend div { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; }
    .legend b { font-weight: 600; color: var(--ink); min-width: 170px; }
    .legend span, .maps figcaption span { display: inline-flex; align-items: center; gap: 5px; }
    .legend i, .maps figcaption i { width: 14px; height: 14px; border-radius: 3px; flex: none;
    background: var(--c); }
    .legend i.na { background: repeating-linear-gradient(45deg, var(--hatch1) 0 2px,
    var(--hatch0) 2px 5px); }
    .legend i.we { background: radial-gradient(circle, var(--dot) 1.2px, var(--kept) 1.6px)
    0 0 / 5px 5px; }
    .compared th, .compared td { padding: 8px 8px 14px; text-align: center; vertical-align: top;
    white-space: normal; border: 0; }
    .compared tbody tr { border: 0; }
    .compared thead th { color: var(--ink); font-weight: 600; font-size: 14px;
    padding-bottom: 4px; }
    .compared tbody th { text-align: left; width: 130px; padding-left: 0; vertical-align: middle; }
    .compared tbody th b { display: block; font-size: 19px; font-weight: 650; }
    .compared tbody th span { color: var(--soft); font-size: 13px; }
    .compared td span { display: block; margin-top: 5px; font-size: 13px; font-weight: 600; }
    .pair { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 76px); gap: 6px;
    justify-content: center; }
    td.good, span.good { color: var(--good); } span.bad { color: var(--bad); }
    .kept td, .kept thead th { text-align: right; } .kept td:last-child { padding-right: 20px; }
    .overview .plain th:first-child { padding-left: 20px; width: auto; white-space: nowrap; }
    .overview .scroll { margin: 0; padding: 4px 0 8px; }
    .plain tbody th b { display: inline-block; min-width: 30px; font-weight: 650; }
    .matrix td, .matrix thead th { text-align: center; padding: 5px 4px; min-width: 36px; }
    .matrix thead th:first-child { text-align: left; }
    .matrix td.part, .matrix td.full { background: color-mix(in srgb, var(--p4) var(--share),
    var(--p0)); background-clip: padding-box; border-left: 2px solid var(--card); }
    .matrix td.full { color: var(--on); font-weight: 600; } .matrix td.part { color: var(--ink); }
    .matrix td.zero, .matrix td.none { color: var(--faint); }
    .matrix td.text, .matrix th.text { text-align: left; color: var(--soft); font-size: 12px;
    padding-left: 12px; white-space: nowrap; padding-right: 20px; }
    .sizes { margin-top: 12px; } .sizes thead th, .sizes td { padding-left: 2px;
    padding-right: 2px; } .sizes thead tr + tr th:first-child { min-width: 36px; padding-left: 2px;
    text-align: center; } .sizes thead tr + tr small { font-size: 10.5px; }
    .sizes thead th[colspan] { background: linear-gradient(var(--rule), var(--rule)) no-repeat
    center bottom / calc(100% - 14px) 1px; }
    .sizes tbody th, .sizes tbody td { vertical-align: middle; }
    .sizes td.text, .sizes th.text { padding-left: 10px; padding-right: 6px; }
    .sizes td.text:last-child, .sizes th.text:last-child { padding-right: 20px; }
    .verdict { color: var(--ink); }
    summary .said { flex: 1 1 100%; color: var(--soft); font-size: 13.5px; padding-left: 80px; }
    summary .title { flex: 0 1 auto; }
    .maps { display: grid; grid-template-columns: 150px 150px minmax(0, 1fr); gap: 24px;
    padding-top: 20px; }
    .maps figcaption { font-size: 12px; display: flex; flex-wrap: wrap; gap: 2px 8px;
    margin-top: 6px; } .maps h3 { margin: 0 0 8px; font-size: 13px; }
    .maps .row + h3 { margin-top: 16px; }
    .row { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 8px 6px; }
    .row figcaption { justify-content: center; margin-top: 2px; }
    @media (max-width: 760px) {
    .how, .maps { grid-template-columns: minmax(0, 1fr); } .sketch { max-width: 130px; }
    .large { max-width: 200px; } .row { grid-template-columns: repeat(6, minmax(0, 1fr)); }
    summary .said { padding-left: 0; } .overview .plain tr { display: table-row; }
    .pair { grid-auto-columns: 44px; } }

    """
}
