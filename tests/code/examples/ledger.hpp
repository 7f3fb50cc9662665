#ifndef LEDGER_HPP
#define LEDGER_HPP

#include <string>
#include <vector>

namespace banks {

/// An entry never changes.
struct Entry {
    std::string day;
    long amount{0};
};

template <typename T>
class Ledger {
public:
    explicit Ledger(std::string path) : path_(std::move(path)) {}

    void post(T entry) {
        entries_.push_back(std::move(entry));
    }

    long total() const;

private:
    std::string path_;
    std::vector<T> entries_;
};

template <typename T>
long Ledger<T>::total() const {
    long sum = 0;
    for (const auto &entry : entries_) {
        sum += entry.amount;
    }
    return sum;
}

inline const char *header = R"(day,account,

amount)";

enum class State { open, closed };

}  // namespace banks

#endif
