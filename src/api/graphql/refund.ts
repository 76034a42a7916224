import { typeOf } from './type.js';

export const RefundType = typeOf('refund');
