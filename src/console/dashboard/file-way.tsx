import { Link } from '@tanstack/react-router';
import { mayWrite, useMe } from './me.js';

/** Where members begin to pay from a file. */
export function FileWay() {
  return mayWrite(useMe()) ? <Link to="/new-batch">Pay from a file</Link> : null;
}
