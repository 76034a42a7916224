import { typeOf } from './type.js';

export const MemberType = typeOf('member');
