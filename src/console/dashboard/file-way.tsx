import { Link } from '@tanstack/react-router';
import { words } from '../words/speech.js';
import { mayWrite, useMe } from './me.js';

/** Link to the page that pays from a file. */
export function FileWay() {
  return mayWrite(useMe()) ? <Link to="/new-batch">{words.frame.payFromFile}</Link> : null;
}
