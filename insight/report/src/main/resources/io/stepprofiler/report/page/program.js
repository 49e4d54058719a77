// @ts-check

/** Key of the fact that names the recording profiler; absent for this profiler. As in Java's Program. */
const PROGRAM_RECORDED_BY = 'recorded by';
const PROGRAM_TORCH = 'torch.profiler';
const PROGRAM_FLIGHT_RECORDER = 'source(FlightRecorderSource.create()) of profiler-jvm, or the agent,';

/** Options that record missing data, by recording profiler; data without an entry cannot be recorded. */
const PROGRAM_TURN_ON = {
  '': {
    scopes: 'Scope.open("forward") around the parts of a step, or methods=class.method of the agent,',
    cpu: PROGRAM_FLIGHT_RECORDER, allocation: PROGRAM_FLIGHT_RECORDER, waits: PROGRAM_FLIGHT_RECORDER,
    memory: 'profileMemory(true), or memory=true of the agent, with operations of PyTorch,',
    shapes: 'recordShapes(true)', stacks: 'withStack(true), or stack=true of the agent,',
    modules: 'ModuleScope.open("encoder", "Transformer") around a module of your own, or the agent with DJL or DL4J,',
  },
  [PROGRAM_TORCH]: {
    scopes: 'torch.profiler.record_function("forward") around the parts of a step',
    memory: 'profile_memory=True', shapes: 'record_shapes=True', stacks: 'with_stack=True', modules: 'with_stack=True',
  },
};

/** Instructions for marking steps, by recording profiler. */
const PROGRAM_STEPS = {
  '': 'Call profile.step() at the end of each iteration, and let the window have all its steps.',
  [PROGRAM_TORCH]: 'Call prof.step() at the end of each iteration, and let the schedule record whole ones.',
};

/**
 * @param {any} window
 * @returns {string} empty if this profiler recorded it
 */
function programRecordedBy(window) {
  return window.run.facts[PROGRAM_RECORDED_BY] ?? '';
}

/**
 * True if the program of a window runs on a Java virtual machine.
 * @param {any} window
 */
export function programIsOfJvm(window) {
  return programRecordedBy(window) === '';
}

/**
 * The option that records some data; empty if none is known.
 * @param {any} window
 * @param {string} what one of the keys of `PROGRAM_TURN_ON`
 * @returns {string}
 */
export function programTurnOn(window, what) {
  return PROGRAM_TURN_ON[programRecordedBy(window)]?.[what] ?? '';
}

/**
 * A sentence with the option that records some data, or that there is none.
 * @param {any} window
 * @param {string} what
 * @param {string} [does]
 */
export function programRemedy(window, what, does = 'turns it on') {
  const remedy = programTurnOn(window, what);
  if (remedy !== '') return `${remedy} ${does}.`;
  return programRecordedBy(window) === PROGRAM_TORCH ? 'torch.profiler does not record this.' : 'The profiler that wrote the file did not record this.';
}

/**
 * Data that was not recorded, with the option that records it in brackets.
 * @param {any} window
 * @param {string} data
 * @param {string} what one of the keys of `PROGRAM_TURN_ON`
 */
export function programNotRecorded(window, data, what) {
  const remedy = programTurnOn(window, what).replace(/,$/, '');
  return remedy === '' ? data : `${data} (${remedy})`;
}

/**
 * A sentence with instructions for marking steps.
 * @param {any} window
 */
export function programSteps(window) {
  return PROGRAM_STEPS[programRecordedBy(window)] ?? 'Steps are events with a name such as ProfilerStep#7, or with the argument step_num of JAX.';
}
