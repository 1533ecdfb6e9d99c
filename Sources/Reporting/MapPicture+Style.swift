extension MapPicture {
  /// What gives the classes of a picture their colours, by the names that a page sets.
  static let style = """
    .land { fill: var(--land); } .veil { fill: var(--veil); fill-opacity: .72; }
    .viewport { fill: none; stroke: var(--ink); stroke-width: 1.5;
    vector-effect: non-scaling-stroke; }
    .grid { fill: none; stroke: var(--grid); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .layer0 { --tone: var(--layer0); } .layer1 { --tone: var(--layer1); }
    .layer2 { --tone: var(--layer2); } .layer3 { --tone: var(--layer3); }
    .selected { --tone: var(--selected); }
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
}
