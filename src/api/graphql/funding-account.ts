import { typeOf } from './type.js';

export const FundingAccountType = typeOf('fundingAccount');
