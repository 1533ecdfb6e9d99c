/// The style that all pages share.
package enum PageStyle {
  package static let text =
    colours + layout + tables + variants + details + pictures + map + clusters + list + phone

  /// One set of names for both settings, so that nothing else asks which one is on.
  package static let colours = """
    :root { color-scheme: light dark;
    --page: #f6f7f9; --card: #ffffff; --ink: #1b2330; --soft: #5d6878; --faint: #98a2b0;
    --rule: #e3e7ec; --tint: #f0f3f7; --accent: #3057d5; --accent-tint: #dfe7fd;
    --good: #14693d; --good-tint: #dff3e7; --bad: #c0302b; --bad-tint: #fde6e4;
    --indexing: #8a6fd1; --wait: #b6bfcc; --compute: #3057d5; --animation: #a3b8f5;
    --mainwait: #f0a35e; --mainwork: #c2571a;
    --land: #e9edf1; --grid: #b9c4d2; --veil: #f6f7f9; --bubble: #ffffff;
    --layer0: #3057d5; --layer1: #0f8a8a; --layer2: #a3560a; --layer3: #7a3fb0;
    --selected: #e0481f;
    --user: #0a7aff; --warn: #8a5a00; --warn-tint: #fff1d2;
    --shadow: 0 1px 2px #1b233014, 0 4px 16px #1b23300a; }
    @media (prefers-color-scheme: dark) { :root {
    --page: #10141a; --card: #181e27; --ink: #e6eaf0; --soft: #9aa5b4; --faint: #687486;
    --rule: #29313d; --tint: #1f2732; --accent: #8eaaff; --accent-tint: #253258;
    --good: #5cd394; --good-tint: #16382a; --bad: #ff867d; --bad-tint: #482120;
    --indexing: #a58ae8; --wait: #566173; --compute: #7d9bff; --animation: #3f5190;
    --mainwait: #8a5a2b; --mainwork: #f09a5a;
    --land: #232c38; --grid: #47566a; --veil: #10141a; --bubble: #dfe5ee;
    --layer0: #6f90fb; --layer1: #35b5b0; --layer2: #d98b3c; --layer3: #b388e6;
    --selected: #ff7a50;
    --user: #3b98ff; --warn: #f2c14e; --warn-tint: #3c2f10; --shadow: none; } }
    .passed { --bad: var(--warn); --bad-tint: var(--warn-tint); }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    html { scroll-behavior: smooth; }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    body { margin: 0; background: var(--page); color: var(--ink);
    font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
    header, main, footer { max-width: 1160px; margin: 0 auto; padding: 0 32px; }
    header { padding-top: 48px; } footer { padding-top: 24px; padding-bottom: 64px; }
    footer p { max-width: 76ch; color: var(--soft); font-size: 13px; margin: 0 0 8px; }
    .over { margin: 0; color: var(--soft); font-size: 13px; letter-spacing: .02em; }
    h1 { margin: 6px 0 28px; font-size: 32px; line-height: 1.2; font-weight: 650;
    letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
    h1.bad { color: var(--bad); } h1 + .over { margin: -18px 0 24px; }
    h2 { margin: 0; font-size: 21px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; }
    h3 { margin: 32px 0 10px; font-size: 15px; font-weight: 650; }
    section { margin: 56px 0 0; scroll-margin-top: 24px; }
    a { color: inherit; text-decoration: none; } a:hover { color: var(--accent); }
    small { font-size: 12px; color: var(--soft); font-weight: 400; }
    code { font: 12.5px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
    .help { margin: 6px 0 18px; max-width: 78ch; color: var(--soft); }
    .nothing { color: var(--soft); } .more { color: var(--soft); font-size: 13px; }
    .more:empty { display: none; }
    .answers { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px; }
    .answer { background: var(--card); border-radius: 14px; padding: 20px 22px 18px;
    box-shadow: var(--shadow); display: flex; flex-direction: column; }
    .asked { color: var(--soft); font-size: 14px; }
    .number { font-size: 30px; line-height: 1.25; font-weight: 650; letter-spacing: -.02em;
    margin: 6px 0 2px; color: var(--ink); }
    .words { font-size: 13px; color: var(--soft); }
    .failure { display: grid; gap: 2px; margin-top: 12px; padding: 12px 18px; border-radius: 10px;
    background: var(--bad-tint); color: var(--ink); }
    .answers + .failure { margin-top: 28px; } main > .failure:first-child { margin-top: 28px; }
    .failure b { color: var(--bad); font-weight: 650; } .failure code { color: var(--soft); }
    .failure > *, .warning, .canary, summary, footer code, h3 { overflow-wrap: anywhere;
    min-width: 0; }
    .followers { margin: 4px 18px 0; font-size: 13px; color: var(--soft); }
    .followers ul { margin: 4px 0 0; padding-left: 18px; overflow-wrap: anywhere; }
    .changed { margin-top: 16px; } .changed > summary { color: var(--bad); }
    .followers > summary { padding: 4px 0; gap: 6px; }
    .followers > summary::before { content: "›"; } .followers[open] > summary::before {
    transform: rotate(90deg); }
    .badge { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 12px;
    font-weight: 600; line-height: 20px; white-space: nowrap; }
    .badge.good { background: var(--good-tint); color: var(--good); }
    .warning { display: grid; gap: 2px; margin-top: 12px; padding: 12px 18px; border-radius: 10px;
    background: var(--warn-tint); color: var(--ink); } .warning b { color: var(--warn); }
    .badge.bad { background: var(--bad-tint); color: var(--bad); }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr));
    gap: 14px; align-items: start; }
    .canary { background: var(--card); border-radius: 12px; padding: 14px 18px;
    box-shadow: var(--shadow); display: grid; grid-template-columns: 1fr auto; gap: 4px 12px;
    align-items: start; }
    .canary b { font-weight: 600; } .canary > span:last-child { grid-column: 1 / -1;
    font-size: 13px; color: var(--soft); }

    """

  private static let tables = """
    table { border-collapse: collapse; width: 100%; }
    th, td { padding: 9px 12px; text-align: right; font-weight: 400; vertical-align: baseline; }
    td { white-space: nowrap; }
    th:first-child { text-align: left; }
    thead th { color: var(--soft); font-size: 12.5px; vertical-align: bottom; line-height: 1.3; }
    tbody tr { border-top: 1px solid var(--rule); }
    td.text, th.text { text-align: left; white-space: normal; }
    td.none { color: var(--faint); } td.bad { color: var(--bad); font-weight: 650; }
    .overview { background: var(--card); border-radius: 14px; box-shadow: var(--shadow); }
    .overview th:first-child { padding-left: 20px; width: 30%; min-width: 200px;
    overflow-wrap: anywhere; }
    .overview td:last-child, .overview thead th:last-child { padding-right: 20px; }
    .overview tbody th a { font-weight: 550; display: grid; align-items: baseline;
    grid-template-columns: 18px minmax(0, 1fr); }
    .overview tbody th i { width: 8px; height: 8px; border-radius: 50%; align-self: start;
    margin-top: 7px; background: var(--good); }
    .overview tbody th i.bad { background: var(--bad); }
    .meter { display: inline-block; width: 44px; height: 6px; border-radius: 3px; overflow: hidden;
    background: var(--rule); margin-right: 8px; vertical-align: 1px; }
    .meter i { display: block; height: 100%; border-radius: 3px; background: var(--accent); }
    .wide { width: 18%; min-width: 120px; }
    .range { display: block; position: relative; height: 6px; border-radius: 3px;
    background: var(--tint); }
    .range i { position: absolute; top: 0; height: 100%; min-width: 4px; border-radius: 3px;
    background: var(--animation); }
    .range b { position: absolute; top: -3px; width: 3px; height: 12px; margin-left: -1px;
    border-radius: 2px; background: var(--accent); }
    .criteria { columns: 2; column-gap: 32px; margin: 14px 0 0; padding: 0 4px; list-style: none;
    font-size: 13px; color: var(--soft); }
    .scroll { overflow-x: auto; margin: 0 -24px; padding: 0 24px; }
    .plain { font-size: 13px; } .plain th, .plain td { padding: 6px 7px; }
    .plain th:first-child { padding-left: calc(var(--depth, 0) * 16px); min-width: 170px; }
    .plain td:last-child, .plain th:last-child { padding-right: 2px; }
    .plain tbody th small { white-space: nowrap; } .plain tbody th { overflow-wrap: anywhere; }
    .upright span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap;
    display: inline-block; }
    .sign.good { color: var(--good); } .sign { text-align: right; }

    """

  private static let details = """
    .scenario { background: var(--card); border-radius: 14px; box-shadow: var(--shadow);
    margin-top: 12px; }
    summary { display: flex; gap: 14px; align-items: baseline; padding: 14px 20px; cursor: pointer;
    list-style: none; flex-wrap: wrap; }
    summary::-webkit-details-marker { display: none; }
    summary .badge { min-width: 66px; text-align: center; }
    summary .title { font-weight: 600; flex: 1 1 260px; }
    summary .title::after { content: "›"; display: inline-block; margin-left: 10px;
    color: var(--faint); transition: transform .15s; }
    [open] > summary .title::after { transform: rotate(90deg); }
    summary:hover .title { color: var(--accent); }
    .highlights { display: flex; gap: 18px; flex-wrap: wrap; font-size: 13.5px; }
    .body { padding: 0 24px 28px; border-top: 1px solid var(--rule); scroll-margin-top: 70px; }
    .file { margin: 16px 0 0; color: var(--soft); overflow-wrap: anywhere; }
    .tag { display: inline-block; margin-left: 8px; padding: 0 8px; border-radius: 6px;
    background: var(--tint); font-size: 12px; line-height: 20px; }
    .verdicts { list-style: none; margin: 0; padding: 0; }
    .verdicts li { display: grid; grid-template-columns: 22px minmax(0, 1fr) auto 64px; gap: 0 10px;
    padding: 7px 0; border-top: 1px solid var(--rule); align-items: baseline; }
    .verdicts li:first-child { border-top: 0; }
    .verdicts i { font-style: normal; font-weight: 700; color: var(--good); }
    .verdicts b { font-weight: 600; } .verdicts small { text-align: right; }
    .verdicts .bad i, .verdicts .bad b { color: var(--bad); }
    dl { margin: 0; } dd { margin: 0; } dt { color: var(--soft); }
    .group { background: var(--tint); border-radius: 12px; padding: 14px 18px; font-size: 13.5px; }
    .groups { columns: 3 280px; column-gap: 14px; }
    .groups .group { break-inside: avoid; margin-bottom: 14px; }
    .group > div { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; }
    .values, .words, .assumed { list-style: none; margin: 0; padding: 0; }
    .values li { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; }
    .values b { font-weight: 550; white-space: nowrap; }
    .values span, .words span:first-child, .assumed li > span { color: var(--soft); }
    .group .heading { font-weight: 650; font-size: 13px; padding-bottom: 6px;
    text-transform: capitalize; }
    .assumed, .words { font-size: 13.5px; } h3.heading { text-transform: capitalize; }
    .words li { display: grid; grid-template-columns: 250px minmax(0, 1fr); gap: 12px;
    padding: 3px 0; }
    .defs { position: absolute; width: 0; height: 0; }
    .help a { text-decoration: underline; text-underline-offset: 2px; }
    .assumed li, .assumed > div { display: grid; grid-template-columns: 190px minmax(0, 1fr);
    gap: 12px; padding: 3px 0; }
    .assumed small { display: block; } .assumed .other { font-weight: 650; }

    """

  private static let pictures = """
    .pictures { display: flex; flex-wrap: wrap; gap: 24px 20px; }
    .pictures figure { max-width: 100%; }
    figure { margin: 0; } figcaption { font-size: 13px; margin-top: 8px; display: flex;
    flex-wrap: wrap; gap: 0 10px; color: var(--soft); }
    figcaption b { color: var(--ink); font-weight: 600; }
    figcaption .step, figcaption .complaint, .unjudged { flex-basis: 100%;
    overflow-wrap: anywhere; }
    .complaint { color: var(--bad); }
    .map { display: block; width: 100%; border-radius: 12px; }
    .life { margin: 0; padding: 0; list-style: none; } .life small { margin-right: 8px; }
    .remnants { flex-basis: 100%; }

    """

  /// The list of scenarios, with its search.
  private static let list = """
    #find { display: flex; flex-wrap: wrap; gap: 10px 16px; align-items: end; margin: 14px 0; }
    #find[hidden], [hidden] { display: none; }
    #find label { display: grid; gap: 2px; font-size: 12.5px; color: var(--soft);
    max-width: 100%; grid-template-columns: minmax(0, 1fr); }
    #find input, #find select, #find button { font: inherit; font-size: 14px; color: var(--ink);
    background: var(--card); border: 1px solid var(--faint); border-radius: 8px;
    padding: 5px 9px; max-width: 100%; } #find output { font-size: 13px; color: var(--soft); }
    .rows ul { list-style: none; margin: 0; padding: 0; }
    .rows > ul, .rows > div > ul { background: var(--card); border-radius: 14px;
    box-shadow: var(--shadow); overflow: hidden; }
    .rows h3 { margin: 22px 0 8px; } .rows h3 small { margin-left: 8px; }
    .rows li { border-top: 1px solid var(--rule); } .rows li:first-child { border-top: 0; }
    .rows li.good, .rows li.bad, .titles { display: grid; gap: 4px 12px; align-items: baseline;
    grid-template-columns: minmax(0, 1fr) repeat(4, 104px); padding: 8px 20px; margin: 0; }
    .titles { font-size: 12.5px; color: var(--soft); padding-bottom: 0; }
    .rows li > span, .titles span + span { text-align: right; font-size: 13.5px; }
    .rows li.good > a::before, .rows li.bad > a::before, .fold > details > summary::before {
    content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 50%;
    background: var(--good); margin-right: 10px; }
    .rows li.bad > a::before, .fold.broken > details > summary::before { background: var(--bad);
    border-radius: 1px; }
    .rows a { overflow-wrap: anywhere; } .rows a:hover { text-decoration: underline; }
    .fold summary { display: block; padding: 8px 20px; color: var(--ink); }
    .fold small { margin: 0 8px; } .fold li.good, .fold li.bad {
    padding-left: 42px; }
    .fold summary::after { content: "›"; color: var(--faint); } .fold [open] > summary::after {
    transform: rotate(90deg); }
    .part { background: var(--card); border-radius: 14px; box-shadow: var(--shadow);
    padding: 0 4px; margin-top: 10px; } .part > summary { color: var(--accent); }
    .part > :not(summary) { margin-left: 20px; margin-right: 20px; }
    .part > .scroll { margin: 0 2px; padding: 0; } .part .overview td { padding: 9px 8px; }
    .part > summary::after { content: "›"; color: var(--faint); }
    .part[open] > summary::after { transform: rotate(90deg); }
    #session { padding-top: 20px; } #session article { padding: 4px 28px 28px; margin-top: 8px; }
    #session h2 { outline: none; margin: 14px 0 10px; overflow-wrap: anywhere; }
    #session p.highlights { margin: 0; } .back { margin: 0; padding-top: 14px; }
    .back a { color: var(--accent); } .target { background: var(--accent-tint); }
    h4 { margin: 0; font-size: 13px; }
    .why { border-left: 3px solid var(--bad); padding: 2px 0 2px 18px; margin: 0 0 24px; }
    .why h4 { font-size: 14.5px; } .why p { margin: 4px 0 8px; } .why table { width: auto; }
    .why .plain th:first-child { min-width: 104px; } .why td.text { overflow-wrap: anywhere; }
    .why pre { margin: 12px 0; padding: 12px 16px; border-radius: 10px; background: var(--tint);
    overflow-x: auto; font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
    .log { margin: 0 0 12px; padding-left: 20px; font-size: 13px; color: var(--soft); }
    .log li { overflow-wrap: anywhere; } .log .bad { color: var(--bad); font-weight: 600; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

    """

  /// On a phone each row of an overview is a card.
  private static let phone = """
    @media (max-width: 760px) {
    header, main, footer { padding-left: 16px; padding-right: 16px; }
    header { padding-top: 28px; } h1 { font-size: 25px; }
    section { margin-top: 44px; }
    .answers, .cards { grid-template-columns: minmax(0, 1fr); gap: 10px; }
    .answer { padding: 14px 18px; } .number { font-size: 28px; margin: 2px 0 0; }
    .overview, .overview tbody, .overview tr { display: block; background: none; box-shadow: none; }
    .overview thead { display: none; }
    .overview tr { display: grid; gap: 8px 12px;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    background: var(--card); border: 0; border-radius: 12px; padding: 14px 16px;
    margin-top: 10px; box-shadow: var(--shadow); }
    .overview tbody th { grid-column: 1 / -1; width: auto; padding: 0 0 2px; }
    .overview th:first-child { padding-left: 0; width: auto; min-width: 0; }
    .overview td, .overview td:last-child { padding: 0; text-align: left; font-weight: 550; }
    .overview td::before { content: attr(data-label); display: block; font-size: 11.5px;
    color: var(--soft); font-weight: 400; white-space: normal; }
    .overview .meter { display: none; }
    .overview td.wide { grid-column: 1 / -1; padding: 4px 0 2px; width: auto; }
    .criteria { columns: 1; } .titles { display: none; }
    .rows li.good, .rows li.bad { grid-template-columns: repeat(3, minmax(0, 1fr)) 1.4fr;
    gap: 2px 8px; padding: 10px 14px; } .rows li > a { grid-column: 1 / -1; }
    .rows li > span { text-align: left; font-size: 12.5px; }
    .rows li > span::before { display: block; font-size: 10.5px; color: var(--soft); }
    .rows span:nth-of-type(1)::before { content: "p95"; }
    .rows span:nth-of-type(2)::before { content: "reuse"; }
    .rows span:nth-of-type(3)::before { content: "callouts"; }
    .rows span:nth-of-type(4)::before { content: "hitches"; }
    .fold li.good, .fold li.bad { padding-left: 24px; } .fold summary { padding: 10px 14px; }
    #session article { padding: 4px 16px 20px; }
    summary { padding: 12px 16px; gap: 6px 12px; } summary .title { flex-basis: 200px; }
    .highlights { gap: 4px 16px; flex-basis: 100%; }
    .body { padding: 0 16px 20px; } .scroll { margin: 0 -16px; padding: 0 16px; }
    .verdicts li { grid-template-columns: 18px minmax(0, 1fr) auto; }
    .verdicts small { grid-column: 2; text-align: left; }
    .verdicts b { grid-row: 1; grid-column: 3; }
    .assumed li, .assumed > div, .words li { grid-template-columns: minmax(0, 1fr); gap: 0;
    padding: 5px 0; }
    .pictures { flex-wrap: nowrap; overflow-x: auto; scroll-snap-type: x proximity;
    margin: 0 -16px; padding: 0 16px; scroll-padding: 16px; }
    .pictures figure { flex: none; max-width: 84%; scroll-snap-align: start; }
    }
    @media (min-width: 761px) {
    .overview.narrow th + th, .overview.narrow td { padding-left: 4px; padding-right: 4px; }
    .overview.narrow td { font-size: 13.5px; } .overview.narrow th:first-child { min-width: 230px; }
    .overview.narrow td:last-child, .overview.narrow th:last-child { padding-right: 20px; } }
    @media print { body { background: none; print-color-adjust: exact;
    -webkit-print-color-adjust: exact; } .answer, .chart, figure, .failure, .rows li, .why,
    .moments > * { break-inside: avoid; } h2, h3, h4 { break-after: avoid; }
    section { margin-top: 28px; } }

    """

  private static let variants = """
    .variants { background: var(--card); border-radius: 14px; box-shadow: var(--shadow);
    padding: 18px 24px 12px; margin-top: 12px; }
    .variants h3 { margin: 0 0 6px; } .variants h3 small { margin-left: 8px; }
    .variants table { width: auto; min-width: 60%; font-size: 13.5px; }
    .variants th, .variants td { padding: 6px 0 6px 40px; }
    .variants th:first-child { padding-left: 0; min-width: 220px; }
    .variants thead a { font-weight: 650; color: var(--ink); font-size: 13.5px; }
    .variants thead i { display: inline-block; width: 8px; height: 8px; border-radius: 50%;
    margin-right: 8px; background: var(--good); } .variants thead i.bad { background: var(--bad); }
    .variants .heading { border: 0; } .variants .heading th { padding: 14px 0 4px; font-size: 12px;
    color: var(--soft); } .variants td.best { font-weight: 650; }
    .variants td small { display: block; } .variants td small.good { color: var(--good); }
    .variants td small.bad { color: var(--bad); font-weight: 600; }
    @media (max-width: 760px) { .variants { padding: 14px 16px 10px; }
    .variants th, .variants td { padding-left: 16px; white-space: normal; }
    .variants th:first-child { min-width: 110px; } }

    """

  /// The colours of the classes of a picture of the map.
  package static let map = """
    .land { fill: var(--land); } .veil { fill: var(--veil); fill-opacity: .72; }
    .viewport { fill: none; stroke: var(--ink); stroke-width: 1.5;
    vector-effect: non-scaling-stroke; }
    .grid { fill: none; stroke: var(--grid); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .layer0 { --tone: var(--layer0); } .layer1 { --tone: var(--layer1); }
    .layer2 { --tone: var(--layer2); } .layer3 { --tone: var(--layer3); }
    .selected { --tone: var(--selected); }
    .dots { fill: none; stroke: var(--layer0); stroke-linecap: round; stroke-opacity: .55; }
    .cluster ellipse, .cluster .place { fill: var(--tone); fill-opacity: .92;
    stroke: var(--land); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .cluster circle { fill: var(--ink); stroke: var(--land); vector-effect: non-scaling-stroke; }
    .cluster text { fill: #fff; text-anchor: middle; font-weight: 650; }
    .pin path, .pin .image, .pin .ball { fill: var(--tone); stroke: var(--land); stroke-width: 1;
    vector-effect: non-scaling-stroke; } .pin circle { fill: var(--land); }
    .pin .image { fill-opacity: .85; } .pin .ball { fill: var(--tone); }
    .pin .image + circle { fill: var(--ink); stroke: var(--land); }
    .pin .needle { stroke: var(--soft); stroke-width: 2; }
    .user { --tone: var(--user); } .dot circle { fill: var(--tone); stroke: #fff; stroke-width: 2;
    vector-effect: non-scaling-stroke; } .dot .halo { fill-opacity: .18; stroke: none; }
    .overlay path, .overlay circle { fill: var(--tone); fill-opacity: .3; stroke: var(--tone);
    stroke-width: 2.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
    .overlay .open { fill: none; } .cell path { fill: none; stroke: #00f; stroke-opacity: .7;
    stroke-width: 1; vector-effect: non-scaling-stroke; }
    .north circle { fill: var(--card); fill-opacity: .9; stroke: var(--rule); }
    .north path { fill: var(--bad); }
    .contain { fill: none; stroke: var(--soft); stroke-dasharray: 4 4;
    vector-effect: non-scaling-stroke; }
    .before { fill: none; stroke: var(--faint); stroke-width: 1.5; stroke-dasharray: 1.5 3;
    vector-effect: non-scaling-stroke; } .after { fill: var(--selected); fill-opacity: .6; }
    .left { fill: var(--faint); fill-opacity: .22; stroke: var(--soft); stroke-width: 2;
    stroke-dasharray: 7 4; vector-effect: non-scaling-stroke; }
    .callout path { fill: var(--bubble); stroke: var(--good); stroke-width: 2;
    vector-effect: non-scaling-stroke; }
    .callout.broken path { stroke: var(--bad); } .callout.unjudged path { stroke: var(--faint); }
    .callout .title { fill: #3a4557; } .callout .line { fill: #b3bdca; }
    .callout .accessory { fill: #d5deec; stroke: #7b8799; vector-effect: non-scaling-stroke; }
    .bubble .title { fill: #fff; } .bubble .line { fill: #d6dbe2; }
    .bubble .accessory { fill: #e8edf5; } .bubble .verdict { fill: none; stroke: var(--good);
    stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    .bubble.broken .verdict { stroke: var(--bad); }
    .bubble.unjudged .verdict { stroke: var(--faint); }
    .bar .cover { fill: var(--ink); fill-opacity: .16; } .bar path { fill: none;
    stroke: var(--ink); stroke-opacity: .45; vector-effect: non-scaling-stroke; }

    """

  private static let clusters = """
    .health { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr));
    gap: 14px; }
    .health p { margin: 4px 0 12px; color: var(--soft); }
    .health .counts { display: flex; justify-content: flex-start; gap: 36px; }
    .counts span { display: grid; }
    .counts b { font-size: 20px; line-height: 1.3; font-weight: 650; }
    .counts b.bad { color: var(--bad); } .counts b.none { color: var(--good); }
    .all { margin-top: 14px; font-size: 13px; } .all summary { padding: 4px 0;
    color: var(--soft); justify-content: flex-start; } .all summary:hover { color: var(--accent); }
    .all summary::after { content: "›"; color: var(--faint); }
    .all[open] summary::after { transform: rotate(90deg); }
    .all .scroll { max-height: 460px; overflow-y: auto; } .all thead th { position: sticky; top: 0;
    background: var(--card); }

    """
}
