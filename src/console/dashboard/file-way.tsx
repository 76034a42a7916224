import { Link } from '@tanstack/react-router';
import { mayWrite, useMe } from './me.js';

/** Link to the page that pays from a file. */
export function FileWay() {
  return mayWrite(useMe()) ? <Link to="/new-batch">Pay from a file</Link> : null;
}
