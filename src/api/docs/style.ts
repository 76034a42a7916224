/**
 * The style of the page: no fonts or images are loaded, and it follows light or dark mode. On a wide screen
 * the contents are always open; a browser without the needed CSS keeps the button that opens them.
 */
export const style = `
:root{color-scheme:light dark;--text:#1a2230;--soft:#545f70;--line:#dde2ea;--page:#fff;--raised:#f5f7fa;--code:#f3f5f9;--link:#0b57b0;--on:#fff;--get:#0a6b3d;--post:#0b57b0;--patch:#8a4b00;--delete:#a3201d;--need:#a3201d;--good:#0a6b3d;--bad:#a3201d;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--text:#e5e9f0;--soft:#a5afbd;--line:#2d3542;--page:#11151b;--raised:#181e27;--code:#1a212b;--link:#82baff;--on:#0d1219;--get:#5fd39a;--post:#82baff;--patch:#f0b35e;--delete:#ff9b93;--need:#ff9b93;--good:#5fd39a;--bad:#ff9b93}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;color:var(--text);background:var(--page);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
main:focus{outline:0}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;padding:.5rem;background:var(--page);z-index:9}
header{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;padding:.6rem 1rem;background:var(--page);border-bottom:1px solid var(--line)}
h1,h2,h3,h4{line-height:1.3;margin:2rem 0 .5rem;text-wrap:balance}
h1{font-size:1.05rem;margin:0;white-space:nowrap}
h1 span{color:var(--soft);font-weight:400}
main h2{font-size:1.7rem;margin-top:0;letter-spacing:-.01em}
h3{font-size:1.2rem}
h3 a{display:inline-block;padding:.1rem 0;color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{font-size:.95rem;margin-top:1.5rem}
p,ul,ol{margin:.6rem 0}
ul,ol{padding-left:1.3rem}
li{margin:.25rem 0}
nav,main{padding:1rem}
nav{border-bottom:1px solid var(--line);font-size:.9rem}
nav h2{margin:1.25rem 0 .35rem;font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;color:var(--soft)}
nav details h2:first-of-type{margin-top:.5rem}
nav ul{list-style:none;margin:0;padding:0}
nav li{margin:0}
nav a{display:block;padding:.4rem .5rem;border-radius:.35rem;color:var(--text);text-decoration:none}
nav a:hover{background:var(--raised)}
nav a[aria-current]{background:var(--raised);color:var(--link);font-weight:600}
nav summary{color:var(--link);font-weight:600}
nav ul ul{margin:.1rem 0 .5rem;padding-left:.5rem}
nav ul ul a{display:flex;gap:.5rem;align-items:baseline;color:var(--soft);padding:.3rem .5rem}
nav ul ul .method{flex:none;width:3.1rem;font-size:.65rem}
main>section:not([hidden]){content-visibility:auto;contain-intrinsic-size:auto 60rem;padding-bottom:2.5rem;margin-bottom:2.5rem;border-bottom:1px solid var(--line)}
main>section:last-of-type,.scripted main>section{border-bottom:0}
main>section>:not(article){max-width:48rem}
main>section>.table,main>section>pre,main>section>.samples{max-width:56rem}
code,pre{font-family:var(--mono);font-size:.86em}
code{overflow-wrap:anywhere}
:not(pre)>code{padding:.1em .3em;border-radius:.25rem;background:var(--code)}
a>code,.path code,th>code{background:none!important;padding:0!important}
pre{margin:.6rem 0;padding:.8rem 1rem;overflow-x:auto;background:var(--code);border:1px solid var(--line);border-radius:.5rem;line-height:1.55;max-height:32rem}
pre code{font-size:.94em;overflow-wrap:normal}
.copied{position:relative}
.copied>button{position:absolute;top:.4rem;right:.4rem;opacity:.9}
.copied>pre{padding-right:4.5rem}
button,input,select,textarea{font:inherit;font-size:.875rem;color:inherit;background:var(--page);border:1px solid var(--soft);border-radius:.35rem;padding:.3rem .6rem;max-width:100%}
button{cursor:pointer}
button:hover{border-color:var(--link);color:var(--link)}
button.go{background:var(--link);border-color:var(--link);color:var(--on);font-weight:600}
button[disabled]{opacity:.6;cursor:progress}
article{margin:2rem 0;padding-top:.25rem}
article+article{border-top:1px solid var(--line);padding-top:1.5rem}
.path{font-size:1rem}
.method{display:inline-block;font:700 .75rem var(--mono);letter-spacing:.02em}
.get{color:var(--get)}.post,.put{color:var(--post)}.patch{color:var(--patch)}.delete{color:var(--delete)}
.type,.rule{color:var(--soft);font-size:.875rem}
.need{color:var(--need);font-size:.875rem}
.answer .need{color:var(--soft)}
.fields{list-style:none;margin:.5rem 0;padding:0;border-top:1px solid var(--line)}
.fields>li{margin:0;padding:.5rem 0;border-bottom:1px solid var(--line)}
.fields p{margin:.1rem 0}
.fields .fields{margin:.4rem 0 0 .25rem;padding-left:.85rem;border-top:0;border-left:2px solid var(--line)}
.fields .fields>li:last-child{border-bottom:0}
.name{font-weight:600}
summary{cursor:pointer;padding:.35rem 0;color:var(--soft)}
details{margin:.25rem 0}
table{width:100%;border-collapse:collapse;font-size:.925rem}
.table{margin:.9rem 0}
th,td{padding:.5rem .9rem .5rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{font-size:.8rem;color:var(--soft)}
tbody th{font-weight:400}
@media (min-width:40.01rem){th code,td[data-label=Type] code{overflow-wrap:normal;white-space:nowrap}}
code:target{outline:2px solid var(--link);outline-offset:3px;border-radius:.2rem}
.label{margin:.6rem 0 -.35rem;font-size:.8rem;color:var(--soft)}
.languages{display:flex;gap:.25rem;margin:.6rem 0 -.1rem}
.languages button{border-color:transparent;color:var(--soft);padding:.2rem .6rem;background:none}
.languages button[aria-pressed=true]{color:var(--text);border-color:var(--line);background:var(--code);font-weight:600}
.scripted .label{display:none}
.ways{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.6rem;list-style:none;padding:0;margin:1.5rem 0}
.ways a{display:block;padding:.8rem 1rem;border:1px solid var(--line);border-radius:.5rem;text-decoration:none;font-weight:600}
.ways a:hover{border-color:var(--link)}
.steps{padding-left:1.5rem}
.steps>li{margin:1.25rem 0}
.steps>li::marker{font-weight:700;color:var(--soft)}
.search{position:relative;flex:1 1 14rem;max-width:34rem}
.search input{width:100%;padding:.45rem .75rem}
.found{position:absolute;left:0;right:0;top:100%;margin:.3rem 0 0;padding:.3rem;max-height:70vh;overflow-y:auto;list-style:none;background:var(--page);border:1px solid var(--line);border-radius:.5rem;box-shadow:0 .5rem 2rem #0003}
.found li{margin:0;padding:.4rem .6rem;border-radius:.35rem;cursor:pointer}
.found li[aria-selected=true]{background:var(--raised);outline:1px solid var(--link)}
.found small{display:block;color:var(--soft)}
.key{display:flex;gap:.5rem;align-items:center;font-size:.85rem}
.key input{width:11rem}
.try{margin:.75rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--raised)}
.try label{display:block;margin:.5rem 0;font-size:.85rem}
.try label span{display:block;color:var(--soft)}
.try input,.try select,.try textarea{width:100%}
.try textarea{font-family:var(--mono);font-size:.82rem;line-height:1.5;min-height:7rem;resize:vertical}
.try .row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.75rem}
.try [role=status]{margin:.6rem 0 0;font-size:.875rem}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
.turn{display:flex;justify-content:space-between;gap:1rem;margin-top:3rem;font-size:.95rem}
@media (max-width:40rem){
table,tbody,tr,th,td{display:block}
thead{position:absolute;left:-99rem}
td[data-label=Retry]::before{content:"Retry: ";color:var(--soft)}
tr{padding:.5rem 0;border-bottom:1px solid var(--line)}
th,td{padding:.1rem 0;border:0}
td:not(:last-child){display:inline;margin-right:.6rem}
pre{padding:.7rem .8rem;white-space:pre-wrap}
pre code{overflow-wrap:anywhere}
.search,.key{flex:1 1 100%}
.key input{flex:1;width:auto}
main h2{font-size:1.45rem}
}
@media (max-width:63.99rem){
header{position:static}
nav{position:sticky;top:0;z-index:4;max-height:100vh;overflow-y:auto;padding:.5rem 1rem;background:var(--page)}
}
@media (min-width:64rem){
body{display:grid;grid-template-columns:17.5rem minmax(0,1fr);grid-template-rows:auto 1fr}
header{grid-column:1/-1;padding:.6rem 1.5rem}
nav{position:sticky;top:3.65rem;height:calc(100vh - 3.65rem);overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
nav details::details-content{content-visibility:visible;height:auto}
nav a{padding:.25rem .5rem}
nav ul ul a{padding:.2rem .5rem;font-size:.85rem}
main{padding:2rem 2.5rem 4rem}
}
@supports selector(::details-content){@media (min-width:64rem){nav summary{display:none}}}
@media (min-width:80rem){
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:2.5rem;align-items:start}
.operation>h3,.operation>.path{grid-column:1}
.operation>.about{grid-column:1}
.operation>.example{grid-column:2;grid-row:1/span 3;position:sticky;top:4.5rem;max-height:calc(100vh - 5.5rem);overflow-y:auto}
.operation>.example h4{margin-top:.5rem}
}
@media print{header,nav,.skip{display:none}body{display:block}}
`;
