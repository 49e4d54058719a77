// @ts-check

/** The fact of a run that says who recorded it; there is none where that was this profiler. As in Java's Program. */
const PROGRAM_RECORDED_BY = 'recorded by';
const PROGRAM_TORCH = 'torch.profiler';
const PROGRAM_FLIGHT_RECORDER = 'source(FlightRecorderSource.create()) of profiler-jvm, or the agent,';

/** What a reader turns on for what a window does not have, by who recorded it; what is missing cannot be turned on. */
const PROGRAM_TURN_ON = {
  '': {
    scopes: 'Scope.open("forward") around the parts of a step, or methods=class.method of the agent,',
    cpu: PROGRAM_FLIGHT_RECORDER, allocation: PROGRAM_FLIGHT_RECORDER, waits: PROGRAM_FLIGHT_RECORDER,
    memory: 'profileMemory(true), with operations of PyTorch or the agent,',
    shapes: 'recordShapes(true)', stacks: 'withStack(true)',
    modules: 'ModuleScope.open("encoder", "Transformer") around a module of your own, or the agent with DJL or DL4J,',
  },
  [PROGRAM_TORCH]: {
    scopes: 'torch.profiler.record_function("forward") around the parts of a step',
    memory: 'profile_memory=True', shapes: 'record_shapes=True', stacks: 'with_stack=True', modules: 'with_stack=True',
  },
};

/** How steps come into a window. */
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
 * Whether a window is of a program on a virtual machine of Java.
 * @param {any} window
 */
export function programIsOfJvm(window) {
  return programRecordedBy(window) === '';
}

/**
 * What turns something on; empty where nothing is known that does.
 * @param {any} window
 * @param {string} what one of the keys of `PROGRAM_TURN_ON`
 * @returns {string}
 */
export function programTurnOn(window, what) {
  return PROGRAM_TURN_ON[programRecordedBy(window)]?.[what] ?? '';
}

/**
 * A sentence that says what turns something on, or that nothing does.
 * @param {any} window
 * @param {string} what
 * @param {string} [does]
 */
export function programRemedy(window, what, does = 'turns it on') {
  const remedy = programTurnOn(window, what);
  if (remedy !== '') return `${remedy} ${does}.`;
  return programRecordedBy(window) === PROGRAM_TORCH ? 'torch.profiler records no such thing.' : 'The profiler that wrote the file tells nothing of it.';
}

/**
 * A sentence that says how steps come into a window.
 * @param {any} window
 */
export function programSteps(window) {
  return PROGRAM_STEPS[programRecordedBy(window)] ?? 'Steps are events that are called ProfilerStep#7, or have the argument step_num of JAX.';
}
