/// The templates and the style of what the page shows of clusters.
extension HTMLPage {
  static let clustersTemplate = """
    <h3>Clusters</h3>
    <div class="health">
    {{#parts}}
    <div class="group"><b>{{title}}</b><p>{{sentence}}</p>
    <div class="counts">{{#counts}}<span title="{{help}}"><b class="{{kind}}">{{text}}</b>
    <small>{{name}}</small></span>{{/counts}}</div></div>
    {{/parts}}
    </div>

    """

  static let batchesTemplate = """
    <h3>Latency over the session</h3>
    <p class="help">Updates by the batches that had arrived when they were asked for. Latency
    is modelled, from the trigger until the old clusters are gone; real compute is what the phases
    of an update from query to diff took on the machine that made this page, without index, wait and
    fade. {{starNote}}</p>
    <div class="panels">{{{charts}}}</div>
    <div class="scroll"><table class="plain">
    <thead><tr><th></th><th>updates</th><th>latency p50</th><th>latency p95</th><th>latency max</th>
    {{#isReal}}<th>real compute p50</th><th>real compute p95</th><th>real compute max</th>\
    {{/isReal}}</tr></thead>
    <tbody>
    {{#rows}}
    <tr><th>{{name}}</th><td>{{updates}}</td><td>{{p50}}</td><td>{{p95}}</td><td>{{max}}</td>
    {{#isReal}}<td>{{real50}}</td><td>{{real95}}</td><td>{{realMax}}</td>{{/isReal}}</tr>
    {{/rows}}
    </tbody></table></div>

    """

  static let clusters = """
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
    .panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(400px, 1fr));
    gap: 12px 40px; margin-bottom: 18px; align-items: end; }
    .panels .chart { margin-top: 8px; min-width: 0; }
    i.median { background: var(--compute); } i.high { background: var(--animation); }
    i.longest { background: var(--wait); }
    .median { fill: var(--compute); } .high { fill: var(--animation); }
    .longest { fill: var(--wait); }
    .windows { display: flex; margin-right: 68px; padding-top: 6px; font-size: 11.5px;
    color: var(--soft); } .windows span { flex: 1 1 0; text-align: center; min-width: 0;
    white-space: nowrap; }

    """
}
