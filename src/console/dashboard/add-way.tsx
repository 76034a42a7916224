import { Link } from '@tanstack/react-router';
import { words } from '../words/speech.js';
import { mayWrite, useMe } from './me.js';

interface AddWayProps {
  readonly to: '/pay' | '/new-beneficiary' | '/new-endpoint';
  readonly name: 'newPayout' | 'newBeneficiary' | 'newEndpoint';
}

/** The way to a page that creates something, for those who may. */
export function AddWay({ to, name }: AddWayProps) {
  if (!mayWrite(useMe())) return null;
  return (
    <Link to={to} className="go">
      {words.frame[name]}
    </Link>
  );
}
