/**
 * The whole style of the page: it loads no font and no image, and follows the reader's light or dark. On a wide screen
 * the contents are always open; a browser that cannot do that by style keeps what opens them.
 */
export const style = `
:root{color-scheme:light dark;--text:#1c2430;--soft:#566070;--line:#d9dee6;--page:#fff;--raised:#f4f6f9;--link:#0b57b0;--get:#0a6b3d;--post:#0b57b0;--patch:#8a4b00;--need:#a3201d}
@media (prefers-color-scheme:dark){:root{--text:#e4e8ee;--soft:#a3adbb;--line:#333c49;--page:#12161c;--raised:#1b212a;--link:#7db7ff;--get:#5fd39a;--post:#7db7ff;--patch:#f0b35e;--need:#ff9b93}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;color:var(--text);background:var(--page);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}
.skip:focus{left:.5rem;top:.5rem;padding:.5rem;background:var(--page);z-index:1}
nav,main{padding:1rem}
nav{border-bottom:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{padding-left:1rem}
nav a{display:block;padding:.35rem 0;text-decoration:none}
nav summary{color:var(--link);font-weight:600}
nav details>ul>li>a{font-weight:600}
nav ul ul a{color:var(--soft)}
nav a:hover{text-decoration:underline}
main{min-width:0;max-width:56rem}
h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .5rem}
h1{font-size:1.8rem;margin-top:0}
h2{font-size:1.45rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.15rem}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{font-size:.95rem;margin-top:1.25rem}
p,ul,ol{margin:.5rem 0}
ul,ol{padding-left:1.3rem}
li{margin:.25rem 0}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.86em}
code{overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.75rem 1rem;overflow-x:auto;background:var(--raised);border:1px solid var(--line);border-radius:.4rem;line-height:1.5}
pre code{font-size:.94em;overflow-wrap:normal}
article{margin:1.75rem 0;padding-top:.25rem}
article+article{border-top:1px dashed var(--line)}
.method{display:inline-block;font-weight:700;font-size:.8rem;letter-spacing:.03em}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}
.type,.rule{color:var(--soft);font-size:.875rem}
.need{color:var(--need);font-size:.875rem}
.answer .need{color:var(--soft)}
.fields{list-style:none;margin:.5rem 0;padding:0;border-top:1px solid var(--line)}
.fields>li{margin:0;padding:.45rem 0;border-bottom:1px solid var(--line)}
.fields p{margin:.1rem 0}
.fields .fields{margin:.4rem 0 0 .25rem;padding-left:.85rem;border-top:0;border-left:2px solid var(--line)}
.fields .fields>li:last-child{border-bottom:0}
.name{font-weight:600}
summary{cursor:pointer;padding:.3rem 0;color:var(--soft)}
details{margin:.25rem 0}
table{width:100%;margin:.75rem 0;border-collapse:collapse;font-size:.925rem}
th,td{padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
tbody th{font-weight:400}
@media (min-width:40.01rem){th code{overflow-wrap:normal}}
tr:target,h2:target,h3:target,code:target{background:var(--raised);outline:2px solid var(--link);outline-offset:2px}
@media (max-width:40rem){
table,tbody,tr,th,td{display:block}
thead{position:absolute;left:-99rem}
tr{padding:.4rem 0;border-bottom:1px solid var(--line)}
th,td{padding:.1rem 0;border:0}
td:not(:last-child){display:inline;margin-right:.6rem}
pre{padding:.6rem .75rem;white-space:pre-wrap}
pre code{overflow-wrap:anywhere}
}
@media (min-width:64rem){
body{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
nav details::details-content{content-visibility:visible}
nav ul ul{padding-left:.85rem;margin-bottom:.5rem}
nav a{padding:.12rem 0}
nav ul ul a{font-size:.85rem}
main{padding:1.5rem 2.5rem 4rem}
}
@supports selector(::details-content){@media (min-width:64rem){nav summary{display:none}}}
@media print{nav,.skip{display:none}body{display:block}}
`;
