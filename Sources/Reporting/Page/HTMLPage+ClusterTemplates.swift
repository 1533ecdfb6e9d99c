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
}
