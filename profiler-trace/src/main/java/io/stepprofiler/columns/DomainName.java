package io.stepprofiler.columns;

/**
 * Name of a counter or of a frame.
 *
 * @param domain domain that it belongs to; empty if it belongs to none
 * @param name its name in the domain
 */
public record DomainName(String domain, String name) {}
