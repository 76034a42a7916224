import { typeOf } from './type.js';

export const SettlementDestinationType = typeOf('settlementDestination');
