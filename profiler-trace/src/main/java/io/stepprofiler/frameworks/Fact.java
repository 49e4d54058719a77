package io.stepprofiler.frameworks;

/** Kind of names that are facts about a framework. */
public enum Fact {
    /** Its name in advice, if that is another one. */
    SHORT_NAME,
    /** Its name in the environment of a trace, if that is another one. */
    LIBRARY,
    /** Prefixes of the names of its classes. */
    CLASSES,
    /** Files of properties that state its version, each with a sign and the property: {@code file#property}. */
    VERSION,
    /** Patterns of the paths of its native libraries and jars. */
    FILES,
    /** Namespace of its operations, such as {@code aten::}. */
    NAMESPACE,
    /** Patterns of the names of ranges that are steps. */
    STEPS,
    /** Class with the method that is a step in programs whose loop is in the framework. */
    STEP_CLASS,
    /** Name under which the agent notes that it has woven classes. */
    WEAVING,
    /** Key of the metadata of traces with its operations. */
    METADATA,
    /** Names of {@code Evidence} that the agent records for its programs. */
    BY_AGENT,
    /** Operations that copy or convert a tensor. */
    COPIES,
    /** Operations that read a value back from a tensor, and wait for it. */
    READS,
    /** Methods of its classes that copy a whole tensor to Java. */
    COPIES_OUT,
    /** Operations that index a tensor. */
    INDEXES,
    /** Operations that find an element and copy it out. */
    ELEMENTS
}
