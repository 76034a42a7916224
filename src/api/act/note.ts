import { isoTime } from '../../domain/event.js';
import { absent } from '../../usecases/own.js';
import { addNote } from '../../usecases/note.js';
import { timelineNoun } from '../timeline.js';
import { act, type Group } from './act.js';
import { id } from './field.js';

const add = act({
  name: 'addNote',
  words:
    'Write a note on a payment, an account, a customer or another resource, for other operators. The reason is the note. Notes stay in the audit log, which is exported: do not put personal data here.',
  role: 'support',
  takes: { resourceId: id('The resource.') },
  answers: 'AuditEntry',
  command: {
    path: 'note add',
    positionals: ['resourceId'],
    hints: { resourceId: 'The resource, such as pout_… or acct_….' },
    example: "pout_01k9zq3v5e8x7m2n4p6r8t0w1y --reason 'bank confirms by phone, case 4711'",
  },
  run: ({ ports, by }, { resourceId }) => {
    const noun = timelineNoun(resourceId) ?? absent('payout', 'resourceId');
    return addNote(ports, by, { noun, id: resourceId });
  },
  output: ({ id: note, subjectId, createdAt }) => ({
    json: { note_id: note, resource_id: subjectId, created_at: isoTime(createdAt) },
    text: `The note is on ${subjectId ?? ''}.`,
  }),
});

export const noteActs: Group = { name: 'note', words: 'Notes of operators', acts: [add] };
