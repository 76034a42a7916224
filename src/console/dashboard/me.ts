import { createContext, use } from 'react';
import type { Who } from '../act.js';

/** The languages of mails to members, by their own names. */
export const languages = [
  ['en', 'English'],
  ['es', 'Español'],
  ['pt', 'Português'],
] as const;
type Language = (typeof languages)[number][0];

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

/** The person's language, or else the browser's. */
export function languageOf({ member }: Me): Language {
  const known = languages.map(([each]) => each);
  const [ofBrowser = 'en'] = navigator.languages.flatMap((tag) =>
    known.filter((each) => tag.toLowerCase().split('-')[0] === each),
  );
  return member.language ?? ofBrowser;
}

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
