import { createContext, use } from 'react';
import type { Who } from './act.js';

export const Caller = createContext<Who>({ kind: 'member', name: '', role: 'viewer' });
/** Who is signed in. */
export const useWho = (): Who => use(Caller);
