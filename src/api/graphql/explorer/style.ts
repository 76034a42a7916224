/** The page's one style. */
export const style = `
:root { color-scheme: light dark; --line: #8886; --soft: #8881; --link: light-dark(#0b57a4, #8ec5ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; height: 100vh; display: grid; grid-template-rows: auto 1fr; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; padding: .6rem 1rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.05rem; margin: 0; }
h2 { font-size: .85rem; margin: 0; }
header label { display: flex; gap: .4rem; align-items: center; }
header label.token { flex: 1 1 18rem; }
input, select, textarea, button { font: inherit; color: inherit; background: Canvas; border: 1px solid var(--line); border-radius: 6px; padding: .35rem .5rem; }
input { width: 100%; }
button { cursor: pointer; padding: .35rem 1rem; font-weight: 600; background: var(--link); color: Canvas; border-color: transparent; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
main { display: grid; grid-template-columns: minmax(16rem, 5fr) minmax(16rem, 6fr) minmax(14rem, 4fr); min-height: 0; }
section { display: flex; flex-direction: column; gap: .4rem; padding: .6rem 1rem; min-height: 0; min-width: 0; border-right: 1px solid var(--line); }
section:last-child { border-right: 0; }
textarea, pre { font: 13px/1.5 ui-monospace, monospace; tab-size: 2; margin: 0; width: 100%; }
textarea { resize: none; }
#query { flex: 3; min-height: 8rem; }
#variables { flex: 1; min-height: 4rem; }
pre { flex: 1; overflow: auto; padding: .5rem; background: var(--soft); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
#status { min-height: 1.3em; font-size: .85rem; }
#docs { overflow: auto; flex: 1; }
#docs details { border-top: 1px solid var(--line); padding: .25rem 0; }
#docs summary { cursor: pointer; font-weight: 600; overflow-wrap: anywhere; }
#docs p { margin: .2rem 0; font-size: .85rem; opacity: .85; }
#docs dl { margin: .2rem 0 .4rem .8rem; }
#docs dt { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
#docs dd { margin: 0 0 .4rem; font-size: .85rem; opacity: .85; }
@media (max-width: 60rem) { body { height: auto; } main { grid-template-columns: 1fr; } section { border-right: 0; border-bottom: 1px solid var(--line); } #docs { max-height: 24rem; } pre { min-height: 10rem; } }
`;
