import { Link } from '@tanstack/react-router';
import { words } from '../words/speech.js';
import { mayWrite, useMe } from './me.js';

/** The way to a new payout, for those who may pay. */
export function PayWay() {
  if (!mayWrite(useMe())) return null;
  return (
    <Link to="/pay" className="go">
      {words.frame.newPayout}
    </Link>
  );
}
