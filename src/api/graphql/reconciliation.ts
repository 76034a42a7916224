import { typeOf } from './type.js';

export const ExceptionObject = typeOf('exception');
