import { authorization, enter, leave, post, Refused } from './client.js';
import { issuerHost } from './environment.js';

const tokenName = 'psp.console.issuer';

/** Redirects to the issuer. The token stays in this browser, so the answer works in no other. */
export async function goToIssuer(): Promise<void> {
  const { token, url } = await post('/console/oidc/begin', {});
  sessionStorage.setItem(tokenName, String(token));
  location.assign(String(url));
}

/** Whether the issuer has sent the browser back. */
export const isBack = (): boolean => location.pathname.endsWith('/console/signed-in');

/** Opens the session from the issuer's answer, and removes the answer from the URL. */
export async function comeBack(): Promise<void> {
  const answer = location.search.slice(1);
  history.replaceState(null, '', '/console/');
  const token = sessionStorage.getItem(tokenName) ?? '';
  sessionStorage.removeItem(tokenName);
  const parameters = new URLSearchParams(answer);
  if (parameters.get('error') !== null)
    throw new Refused('not_signed_in', `${issuerHost} did not sign you in. Try again.`);
  const opened = await post('/console/oidc/finish', { token, answer });
  enter(String(opened['token']));
}

const confirmingName = 'psp.console.confirming';
const channelName = 'psp.console.issuer';

/** Whether this window is the popup. Its session storage starts as a copy of the opener's. */
export const isConfirming = (): boolean => isBack() && sessionStorage.getItem(confirmingName) !== null;

/** Sends the issuer's answer to the window that opened this popup. */
export function passOn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(location.search.slice(1));
  channel.close();
  history.replaceState(null, '', '/console/signed-in');
  window.close();
}

/** Signs in again in a popup, so that this page keeps its input. Resolves with a new session. */
export async function confirmAtIssuer(): Promise<void> {
  sessionStorage.setItem(confirmingName, 'yes');
  const other = window.open('', '_blank', 'popup,width=520,height=720');
  sessionStorage.removeItem(confirmingName);
  if (other === null) throw new Refused('not_confirmed', 'Allow this page to open a window, and try again.');
  try {
    const { token, url } = await post('/console/oidc/begin', { fresh: true });
    const state = new URL(String(url)).searchParams.get('state');
    const answer = answerTo(state);
    other.location.href = String(url);
    const old = authorization();
    const confirms = old.replace(/^Bearer /, '');
    const opened = await post('/console/oidc/finish', { token, answer: await answer, confirms });
    enter(String(opened['token']));
    await endSession(old);
  } catch (error) {
    other.close();
    throw error;
  }
}

/** The issuer's answer for this state, sent by the popup. */
function answerTo(state: string | null): Promise<string> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string' || new URLSearchParams(data).get('state') !== state) return;
      channel.close();
      resolve(data);
    };
  });
}

/** Ends a session; an operator token stays valid. */
const endSession = (bearer: string): Promise<unknown> =>
  Promise.allSettled([
    fetch('/console/oidc/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: bearer },
      body: '{}',
      keepalive: true,
    }),
  ]);

/** Ends the session of an operator who signed in at the issuer. */
export function signOut(): void {
  if (issuerHost !== '') void endSession(authorization());
  leave();
}
