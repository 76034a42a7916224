import { createContext, use } from 'react';
import type { Who } from '../act.js';

import type { Language } from '../words/phrase.js';

export type MemberRole = 'owner' | 'admin' | 'developer' | 'viewer';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The signed-in person, as GET /v1/me answers. */
export interface Me {
  readonly account: Named;
  readonly member: {
    readonly id: string;
    readonly email: string;
    readonly role: MemberRole;
    readonly language?: Language;
  };
  readonly accounts: readonly (Named & { readonly role: MemberRole })[];
}

const nobody: Me = {
  account: { id: '', name: '' },
  member: { id: '', email: '', role: 'viewer' },
  accounts: [],
};

export const Person = createContext<Me>(nobody);
export const useMe = (): Me => use(Person);

export const mayWrite = ({ member }: Me): boolean => member.role !== 'viewer';
export const mayManage = ({ member }: Me): boolean => member.role === 'owner' || member.role === 'admin';

/** The same person as the parts that the console shares know a caller. */
export const whoOf = (me: Me): Who => ({
  kind: 'member',
  name: me.member.email,
  role: 'viewer',
  writes: mayWrite(me),
  manages: mayManage(me),
});
