import { json } from '../../domain/noun/declare.js';
import { unsealedJson, unsealing } from '../unsealing.js';
import { seesProfiles } from './role.js';
import { answering } from './type.js';

export const customerAnswers = answering('customer', {
  profile: {
    is: json()('Personal data, as given by the account; null for operators with the role viewer.', {
      optional: true,
    }),
    answer: (customer, { ports, caller }) => {
      if (!seesProfiles(caller)) return null;
      return unsealedJson(unsealing(ports.vault, 'customer', customer.id), customer.profile, 'profile');
    },
  },
});
