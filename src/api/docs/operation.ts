import { codesOf, nameOf, type Description, type Operation, type Shape } from './description.js';
import { exampleOf } from './example.js';
import { joined, markup, preformatted, type Markup } from '../markup.js';
import { isOfPeople, needsAuthenticator, pathPartOf, queryOf, recipeOf } from './recipe.js';
import { samples } from './sample.js';
import { prose } from './prose.js';
import { fieldList, fieldsOf, typeOf, type View } from './shape.js';

/** The section of an operation: parameters, example, responses and errors. */
export function operationPart(
  operation: Operation,
  description: Description,
  placed: ReadonlySet<string>,
): Markup {
  const { operationId, method, path, summary } = operation;
  const request: View = { side: 'request', schemas: description.components.schemas, placed };
  const answers = operation.answers.filter(isSuccess).toReversed();
  const triable = trialOf(operation);
  return markup`<article class="operation" aria-labelledby="${operationId}"${triable && markup` data-try="${JSON.stringify(triable)}"`}>
<h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
<p class="path">${verb(method)} <code>${path}</code></p>
<div class="about">
${prose(operation.description ?? '')}
${parametersPart(operation, request)}
${bodyPart(operation, request)}
<h4>Responses</h4>
${successPart(answers, { ...request, side: 'answer' })}
${refusalsPart(operation)}
</div>
<div class="example">
<h4>Example</h4>
${needsAuthenticator(operation) ? bodyExample(operation) : examplePart(operation, description)}
${answerExamples(answers)}
</div>
</article>
`;
}

function examplePart(operation: Operation, description: Description): Markup | undefined {
  const { calls } = recipeOf(operation, description);
  // In live, a runnable sample would move real money.
  const runs = description.isSandbox || calls.every((call) => call.operation.method === 'GET');
  if (!runs) return bodyExample(operation);
  const { why, ...sample } = exampleOf(operation, description);
  return markup`${why !== undefined && markup`<p>${why}</p>`}
${samples(sample, operation.summary)}`;
}

function bodyExample({ requestBody }: Operation): Markup | undefined {
  const example = requestBody?.content['application/json'].example;
  return example === undefined
    ? undefined
    : preformatted(JSON.stringify(example, null, 2), 'Example of a request');
}

export const verb = (method: string): Markup =>
  markup`<span class="method ${method.toLowerCase()}">${method}</span>`;

/**
 * The data of the form that calls the operation from the page. Operations with a session token, and the
 * description itself, have none.
 */
function trialOf(operation: Operation): object | undefined {
  const { operationId, method, path, parameters, security, requestBody } = operation;
  if (isOfPeople(operation) || security?.length === 0) return undefined;
  const query = new Map(queryOf({ operation, name: operationId }));
  const fields = parameters.filter((each) => each.in !== 'header');
  return {
    id: operationId,
    method,
    path,
    fields: fields.map(({ name, in: location, required, schema }) => {
      const own = location === 'path' ? pathPartOf(operation, name) : {};
      return {
        name,
        location,
        ...(required === true && { required }),
        ...('prefix' in own && { prefix: own.prefix }),
        value: 'text' in own ? own.text : (query.get(name) ?? ''),
        ...(schema.enum !== undefined && { values: schema.enum }),
      };
    }),
    isKeyed: method === 'POST' && parameters.some(({ name }) => name === 'Idempotency-Key'),
    ...(requestBody !== undefined && { body: requestBody.content['application/json'].example }),
  };
}

function parametersPart({ parameters }: Operation, view: View): Markup | undefined {
  if (parameters.length === 0) return undefined;
  const fields = parameters.map(({ name, in: location, required, description, schema }) => ({
    name,
    location,
    required: required === true,
    shape: { ...schema, ...(description === undefined ? {} : { description }) },
  }));
  return markup`<h4>Parameters</h4>
${fieldList(fields, view)}`;
}

function bodyPart({ requestBody }: Operation, view: View): Markup | undefined {
  const shape = requestBody?.content['application/json'].schema;
  if (shape === undefined) return undefined;
  const named = shape.$ref === undefined ? shape : view.schemas[nameOf(shape.$ref)];
  return markup`<h4>Body</h4>
${fieldsOf(named ?? shape, view)}`;
}

type Answered = Operation['answers'][number];
const isSuccess = ({ status }: Answered): boolean => status < 300;

/** A 200 for repeats only comes last. */
function successPart(answers: readonly Answered[], view: View): Markup {
  const lines = answers.map(({ status, description, content }) => {
    const shape = content?.['application/json']?.schema;
    return markup`<p><strong>${status}</strong> ${description} ${shape && answerType(shape, view)}</p>`;
  });
  return markup`${lines}`;
}

/** One example if all statuses have the same, otherwise one for each different example. */
function answerExamples(answers: readonly Answered[]): Markup[] {
  const statuses = new Map<string, number[]>();
  for (const { status, content } of answers) {
    const example = content?.['application/json']?.example;
    if (example === undefined) continue;
    const printed = JSON.stringify(example, null, 2);
    statuses.set(printed, [...(statuses.get(printed) ?? []), status]);
  }
  return [...statuses].map(([printed, same], index) => {
    const title = `Example of a response${statuses.size > 1 ? `: ${same.join(', ')}` : ''}`;
    return markup`<details${index === 0 && markup` open`}><summary>${title}</summary>
${preformatted(printed, title)}</details>`;
  });
}

/** A list is described by its elements; it has no section of its own. */
function answerType(shape: Shape, view: View): Markup {
  const data = shape.$ref === undefined ? undefined : view.schemas[nameOf(shape.$ref)]?.properties?.['data'];
  if (data?.items === undefined) return markup`<span class="type">${typeOf(shape, view)}</span>`;
  return markup`<span class="type"><code>data</code>: array of ${typeOf(data.items, view)}</span>`;
}

function refusalsPart({ answers }: Operation): Markup | undefined {
  const refused = answers.filter((answer) => !isSuccess(answer));
  if (refused.length === 0) return undefined;
  const statuses = refused.map(({ status }) => status).join(', ');
  const rows = refused.map(
    (answer) =>
      markup`<li><strong>${answer.status}</strong> ${joined(codesOf(answer).map(linked), ', ')}</li>`,
  );
  return markup`<details><summary>Errors: ${statuses}</summary>
<ul>${rows}</ul></details>`;
}

const linked = (code: string): Markup => markup`<a href="#error-${code}"><code>${code}</code></a>`;
