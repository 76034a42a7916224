import './trusted.js';
import 'graphiql/setup-workers/vite';
import { GraphiQL } from 'graphiql';
import 'graphiql/style.css';
import { getOperationAST, parse } from 'graphql';
import { createClient } from 'graphql-ws';
import { StrictMode, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { ThemeButton, useTheme } from './banner.js';
import { askByHttp, authorization, leave, useToken } from './client.js';
import { SignIn } from './sign-in.js';
import './style.css';
import './graphiql.css';
import { en } from './words/en.js';
import { speak } from './words/speech.js';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

const socket = createClient({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
  connectionParams: () => ({ authorization: authorization() }),
  // A cut subscription ends visibly: a retry would start from now, not where it was cut.
  retryAttempts: 0,
});

/** Whether the operation to run is a subscription; false if the text does not parse. */
function subscribes(query: string, operationName: string | null | undefined): boolean {
  try {
    return getOperationAST(parse(query), operationName)?.operation === 'subscription';
  } catch {
    return false;
  }
}

/** Sends queries over HTTP unchanged, including mistakes, and subscriptions over the socket. */
const ask: Fetcher = async ({ query, variables, operationName }) => {
  const request = { query, variables: variables as Record<string, unknown> | null, operationName };
  if (subscribes(query, operationName)) return socket.iterate(request) as never;
  const response = await askByHttp(request);
  if (response.status === 401) leave('Your token is invalid or has been revoked.');
  return (await response.json()) as never;
};

const first = `# What happens to payouts, as it happens: run it, and make a payout.
# subscription WhatHappens { events(accountId: "acct_…", types: ["payout.completed"]) { type resourceId occurredAt } }

query NewestPayouts {
  caller { name role }
  payouts(first: 5) {
    nodes {
      id
      status
      source { total currency }
      events { type occurredAt }
    }
  }
}
`;

function Explorer() {
  const theme = useTheme();
  if (useToken() === '') return <SignIn />;
  return (
    <>
      <header className="banner">
        <strong className="where">
          SANDBOX<span> · no real money</span>
        </strong>
        <a href="/console/">Console</a>
        <ThemeButton {...theme} />
        <button type="button" onClick={() => leave()}>
          Sign out
        </button>
      </header>
      <main className="explorer">
        <h1 className="unseen">GraphiQL</h1>
        <GraphiQL
          fetcher={ask}
          defaultQuery={first}
          shouldPersistHeaders={false}
          showPersistHeadersSettings={false}
          isHeadersEditorEnabled={false}
          forcedTheme={theme.shown}
          storage={sessionStorage}
        />
      </main>
    </>
  );
}

// Operators work in English.
speak(en);
const element = document.getElementById('root');
if (element) {
  createRoot(element).render(
    <StrictMode>
      <Explorer />
    </StrictMode>,
  );
}
