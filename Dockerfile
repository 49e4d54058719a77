# Lesson 02 on Linux, x86-64: docker build -t step-profiler . && docker run --rm -v "$PWD/log:/step-profiler/target/lesson-02" step-profiler
# No check of the project builds this image; the last Maven command has been run by hand in a clean clone, with this Maven and JDK.
FROM maven:3.8.7-eclipse-temurin-17
WORKDIR /step-profiler
COPY . .
RUN mvn -B -q -T1C package -pl examples -am -DskipTests -Dlesson=02
CMD ["mvn", "-o", "-q", "-T1C", "package", "-pl", "examples", "-am", "-DskipTests", "-Dlesson=02"]
