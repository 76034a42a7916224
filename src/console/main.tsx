import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Browse } from './browse.js';
import type { Search } from './filter.js';
import { useToken } from './client.js';
import { environment } from './environment.js';
import { Live } from './events.js';
import { Confirmed } from './issuer-proof.js';
import { isConfirming } from './issuer.js';
import { NotFound, ObjectPage } from './object.js';
import { SearchScreen } from './search.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';
import './style.css';
import { nameProgram } from './title.js';
import { Work } from './work.js';
import { en } from './words/en.js';
import { speak } from './words/speech.js';
import { plainSearch, textOf } from './text.js';

/** Filters in a screen's URL, as texts only. */
const texts = (search: Record<string, unknown>): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, textOf(value)]));

const root = createRootRoute({
  component: Root,
  validateSearch: texts,
  notFoundComponent: NotFound,
});

function Root(): ReactNode {
  const [isPopup] = useState(isConfirming);
  const token = useToken();
  if (isPopup) return <Confirmed />;
  return token === '' ? <SignIn /> : <Shell />;
}

const screen = <P extends string>(path: P, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });
const later = <P extends string>(
  path: P,
  name: 'Ledger' | 'Reports' | 'Switches' | 'Health' | 'Storage' | 'Capabilities' | 'Operators' | 'Statement',
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      (): Promise<Record<typeof name, () => ReactNode>> => import('./platform.js'),
      name,
    ),
  });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/work' });
  },
});

const routeTree = root.addChildren([
  home,
  screen('/work', Work),
  screen('/live', Live),
  screen('/search', SearchScreen),
  screen('/l/$path', Browse),
  screen('/o/$id', ObjectPage),
  later('/ledger', 'Ledger'),
  later('/reports', 'Reports'),
  later('/switches', 'Switches'),
  later('/health', 'Health'),
  later('/storage', 'Storage'),
  later('/capabilities', 'Capabilities'),
  later('/operators', 'Operators'),
  later('/statement', 'Statement'),
]);

const router = createRouter({
  routeTree,
  basepath: '/console',
  ...plainSearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// Operators work in English.
speak(en);
nameProgram(`${environment === 'live' ? 'LIVE' : 'Sandbox'} · Console`);
const element = document.getElementById('root');
if (element) {
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
