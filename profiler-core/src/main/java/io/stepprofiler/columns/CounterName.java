package io.stepprofiler.columns;

/**
 * Name of a counter.
 *
 * @param domain the domain that it belongs to; empty if it belongs to none
 * @param name what it is called there
 */
public record CounterName(String domain, String name) {}
