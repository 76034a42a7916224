import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Browse } from '../browse.js';
import { useToken } from '../client.js';
import { NotFound } from '../object.js';
import { SearchScreen } from '../search.js';
import { SignIn } from '../sign-in.js';
import { plainSearch, textOf } from '../text.js';
import { Frame } from './frame.js';
import { Home } from './home.js';
import { NewBeneficiary } from './beneficiary.js';
import { AddWay } from './add-way.js';
import { FileWay } from './file-way.js';
import { Pay } from './pay.js';
import { Refund } from './refund.js';
import { NewEndpoint } from './webhook.js';
import { Thing } from './payment.js';
import { useLanguage, words } from '../words/speech.js';
import { firstLanguage, learn } from './language.js';
import { Switcher } from './switcher.js';
import '../style.css';
import './style.css';

const root = createRootRoute({
  component: Root,
  validateSearch: (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(search).map(([name, value]) => [name, textOf(value)])),
  notFoundComponent: NotFound,
});

function Root(): ReactNode {
  const language = useLanguage();
  // Another language draws every page anew; a code that was asked for at sign-in is kept.
  return useToken() === '' ? <SignIn isForMembers switcher={<Switcher />} /> : <Frame key={language} />;
}

const leads: Readonly<Record<string, () => ReactNode>> = {
  payouts: () => (
    <>
      <FileWay />
      <AddWay to="/pay" name="newPayout" />
    </>
  ),
  'payout-batches': () => <FileWay />,
  beneficiaries: () => <AddWay to="/new-beneficiary" name="newBeneficiary" />,
  'webhook-endpoints': () => <AddWay to="/new-endpoint" name="newEndpoint" />,
  'api-keys': () => <span className="note">{words.frame.keysByPlatform}</span>,
};
const Lists = (): ReactNode => <Browse lead={(path) => leads[path]?.()} />;

const page = (path: string, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });
const statement = createRoute({
  getParentRoute: () => root,
  path: '/statement',
  component: lazyRouteComponent(() => import('../statement.js'), 'Statement'),
});

const downloads = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  component: lazyRouteComponent(() => import('./report.js'), 'Downloads'),
});
const team = createRoute({
  getParentRoute: () => root,
  path: '/team',
  component: lazyRouteComponent(() => import('./team.js'), 'Team'),
});
const security = createRoute({
  getParentRoute: () => root,
  path: '/security',
  component: lazyRouteComponent(() => import('./security.js'), 'Security'),
});
const batch = createRoute({
  getParentRoute: () => root,
  path: '/new-batch',
  component: lazyRouteComponent(() => import('./batch.js'), 'NewBatch'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.js'), 'Settings'),
});
const hostedPage = createRoute({
  getParentRoute: () => root,
  path: '/hosted-page',
  component: lazyRouteComponent(() => import('./hosted-page.js'), 'HostedPage'),
});

const router = createRouter({
  routeTree: root.addChildren([
    page('/', Home),
    page('/search', SearchScreen),
    page('/l/$path', Lists),
    page('/o/$id', Thing),
    page('/pay', Pay),
    page('/refund/$id', Refund),
    page('/new-beneficiary', NewBeneficiary),
    page('/new-endpoint', NewEndpoint),
    statement,
    downloads,
    team,
    security,
    batch,
    hostedPage,
    settings,
  ]),
  basepath: '/dashboard',
  ...plainSearch,
});

/** Nothing is drawn before the words are there, so no other language is seen first. */
void learn(firstLanguage()).then(() => {
  const element = document.getElementById('root');
  if (!element) return;
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
});
