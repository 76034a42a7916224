import { typeOf } from './type.js';

export const WithdrawalType = typeOf('withdrawal');
