extension HTMLPage {
  static let calloutsTemplate = """
    <h3>Callouts</h3>
    <p class="help">{{calloutSentence}}</p>
    {{#hasCalloutFaults}}
    <div class="scroll"><table class="plain">
    <thead><tr><th>criterion</th><th>broken by</th><th>worst</th><th>allowed</th>
    <th class="text">opened by</th></tr></thead>
    <tbody>
    {{#calloutFaults}}
    <tr><th>{{help}}</th><td class="bad">{{count}}</td><td>{{amount}}</td><td>{{allowed}}</td>
    <td class="text">{{step}} <small>callout {{callout}}, {{place}}</small></td></tr>
    {{/calloutFaults}}
    </tbody></table></div>
    <p class="help">The worst, dotted where they opened and full where they came to rest\
    {{#hasWorstBars}}; hatched areas are bars that cover the map{{/hasWorstBars}}.</p>
    <div class="pictures">
    {{#worstCallouts}}
    <figure style="width:{{width}}px">{{{svg}}}<figcaption><b>{{title}}</b><span>{{time}}</span>
    <span class="step">{{place}}</span><span class="complaint">{{amounts}}</span></figcaption>
    </figure>
    {{/worstCallouts}}
    </div>
    {{/hasCalloutFaults}}
    <div class="scroll"><table class="plain">
    <thead><tr><th>opened by</th><th>at</th>
    {{#criterionNames}}<th class="upright" title="{{help}}"><span>{{name}}</span></th>
    {{/criterionNames}}
    <th>overflow</th><th>excess shift</th><th>region changes</th></tr></thead>
    <tbody>
    {{#callouts}}
    <tr><th>{{step}} <small>callout {{number}}</small></th><td>{{time}}</td>
    {{#isJudged}}{{#criteria}}<td class="sign {{kind}}" title="{{word}}">{{sign}}</td>{{/criteria}}
    {{/isJudged}}
    {{^isJudged}}<td class="none" colspan="{{criterionCount}}">never came to rest</td>{{/isJudged}}
    <td>{{overflow}}</td><td>{{excess}}</td><td>{{regions}}</td></tr>
    {{/callouts}}
    </tbody></table></div>
    <p class="more">{{moreCallouts}}</p>
    {{#hasTimelines}}
    <h3>What happened to the callouts</h3>
    <div class="scroll"><table class="plain">
    <thead><tr><th>opened by</th><th class="text">life</th></tr></thead>
    <tbody>
    {{#timelines}}
    <tr><th>{{step}} <small>life {{number}}</small></th><td class="text"><ul class="life">
    {{#entries}}<li><small>{{time}}</small>{{words}}</li>
    {{/entries}}</ul></td></tr>
    {{/timelines}}
    </tbody></table></div>
    <p class="more">{{moreTimelines}}</p>
    {{/hasTimelines}}

    """
}
