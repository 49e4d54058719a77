package io.stepprofiler.columns;

/**
 * Name of a counter or of a frame.
 *
 * @param domain the domain that it belongs to; empty if it belongs to none
 * @param name what it is called there
 */
public record DomainName(String domain, String name) {}
