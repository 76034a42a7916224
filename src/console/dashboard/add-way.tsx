import { Link } from '@tanstack/react-router';
import { words } from '../words/speech.js';
import { mayWrite, useMe } from './me.js';

interface AddWayProps {
  readonly to: '/pay' | '/new-beneficiary' | '/new-endpoint';
  readonly name: 'newPayout' | 'newBeneficiary' | 'newEndpoint';
}

/** A link to a page that creates something, for members who may write. */
export function AddWay({ to, name }: AddWayProps) {
  if (!mayWrite(useMe())) return null;
  return (
    <Link to={to} className="go">
      {words.frame[name]}
    </Link>
  );
}
