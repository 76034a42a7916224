// The only script of the hosted page. Every page works without it. The script copies, counts down, updates the price
// while an amount is typed, and reloads the page when its state changes. It inserts text, never HTML.

const { body } = document;
const all = (selector) => [...document.querySelectorAll(selector)];

for (const each of all('[data-script]')) each.hidden = false;
// Focus moves to the error summary, or to the title after an automatic reload.
const summary = document.querySelector('#summary');
if (summary) summary.focus();
else if (body.dataset.live && performance.getEntriesByType('navigation')[0]?.type === 'reload' && recall())
  document.querySelector('h1').focus();

/** True if this script reloaded the page. */
function recall() {
  try {
    const was = sessionStorage.getItem('again');
    sessionStorage.removeItem('again');
    return was !== null;
  } catch {
    return false;
  }
}

function again() {
  try {
    sessionStorage.setItem('again', '1');
  } catch {
    // Without storage the page still reloads; only the focus is not set.
  }
  location.reload();
}

// Copying: the plain value, without digit grouping.
for (const button of all('[data-copy]')) {
  const source = document.getElementById(button.dataset.copy);
  const said = button.textContent;
  const status = document.querySelector('#copied');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.dataset.value ?? source.textContent);
      button.textContent = button.dataset.done;
      button.classList.add('done');
      status.textContent = `${button.dataset.done}: ${button.dataset.name}`;
      setTimeout(() => {
        button.textContent = said;
        button.classList.remove('done');
      }, 2500);
    } catch {
      getSelection().selectAllChildren(source);
      status.textContent = status.dataset.failed;
      status.classList.remove('unseen');
    }
  });
}

// Countdown. The server sends the seconds left, because the visitor's clock may be wrong.
for (const timer of all('[data-left]')) {
  const started = performance.now();
  const total = Number(timer.dataset.left);
  const announcement = document.getElementById(timer.dataset.announcement);
  const sentences = JSON.parse(announcement.dataset.sentences);
  let last = Infinity;
  const show = () => {
    const left = Math.max(0, Math.ceil(total - (performance.now() - started) / 1000));
    const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    if (parts[0] === 0) parts.shift();
    timer.textContent = parts
      .map((part, index) => (index === 0 ? part : String(part).padStart(2, '0')))
      .join(':');
    // Screen readers announce each sentence once.
    for (const [at, sentence] of sentences) {
      if (last > at && left <= at && (last !== Infinity || left === 0)) announcement.textContent = sentence;
    }
    last = left;
    if (left === 0) {
      clearInterval(ticking);
      if (timer.dataset.over === 'again' && total > 0) setTimeout(again, 1500);
    }
  };
  const ticking = setInterval(show, 1000);
  show();
}

// A fault goes once its field is changed; the service judges again.
addEventListener('input', ({ target }) => {
  const field = target.closest('.field.wrong');
  if (!field) return;
  const { id } = field.querySelector('[id]:is(input, select)');
  field.classList.remove('wrong');
  field.querySelector('.fault').remove();
  for (const each of [field, ...field.querySelectorAll('[aria-invalid]')])
    each.removeAttribute('aria-invalid');
  document.querySelector(`#summary a[href="#${id}"]`)?.parentElement.remove();
  if (!document.querySelector('#summary li')) document.querySelector('#summary')?.remove();
});

// The price while an amount is typed.
const price = document.querySelector('[data-price]');
if (price) {
  const { form } = document.querySelector('#f-amount');
  const fields = all('[data-figure]');
  const trouble = document.querySelector('#price-none');
  const figures = document.querySelector('#price-figures');
  let turn = 0;
  let waiting;
  const ask = async () => {
    const mine = ++turn;
    const query = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(`${price.dataset.price}?${query}`, {
        headers: { accept: 'application/json' },
      });
      if (mine !== turn || !answer.ok) return;
      const { figures: found, none, sides } = await answer.json();
      figures.hidden = !found;
      trouble.hidden = Boolean(found);
      trouble.textContent = none ?? '';
      for (const field of found ? fields : []) {
        const text = found[field.dataset.figure];
        field.textContent = text ?? '';
        field.parentElement.hidden = text === undefined;
      }
      for (const [value, text] of Object.entries(sides ?? {}))
        document.querySelector(`input[value="${value}"] + label`).textContent = text;
    } catch {
      // The next page shows the price anyway.
    }
  };
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 300);
  });
  setInterval(() => document.hidden || ask(), 30_000);
}

// Progress: pushed by the server, or polled where streaming does not work.
const { live, state } = body.dataset;
if (live) {
  const changed = (now) => {
    if (now !== state) again();
  };
  let wait = 2000;
  let asking;
  const poll = async () => {
    asking = undefined;
    if (document.hidden) return;
    try {
      const answer = await fetch(`${live}/state`, { headers: { 'if-none-match': `"${state}"` } });
      if (answer.status === 200) return changed((await answer.text()).trim());
      if (answer.status === 404) return again();
    } catch {
      // The server is unreachable; the next poll follows.
    }
    wait = Math.min(15_000, wait * 1.5);
    asking = setTimeout(poll, wait);
  };
  const begin = () => {
    asking ??= setTimeout(poll, wait);
  };
  const source = new EventSource(`${live}/events`);
  source.addEventListener('state', (event) => changed(event.data));
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) begin();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && source.readyState === EventSource.CLOSED) {
      wait = 2000;
      begin();
    }
  });
}
